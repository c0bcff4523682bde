package decide

import (
	"strings"

	"github.com/settlehq/settle/internal/verdict"
)

// shut tells why the head branch takes no commit of ours, as far as the host
// says so before a push: then nothing is changed that could not be pushed. What
// a branch's own rules forbid shows when the push is refused.
func (j *judge) shut() verdict.Reason {
	owner, _, _ := strings.Cut(j.s.HeadRepo, "/")
	own := same(owner, j.s.Viewer.Login)
	why := verdict.Reason{Gate: verdict.GateFeedback, Holds: verdict.No, Children: j.owed}
	switch {
	case j.s.HeadRepo == "":
		why.Code, why.Subject = "fork_gone", j.s.HeadRef
	case j.s.Fork && !own && !j.s.Maintainer:
		why.Code, why.Subject = "fork_shut", j.s.HeadRepo
	case !own && (j.s.Viewer.Permission == "read" || j.s.Viewer.Permission == "triage"):
		why.Code, why.Subject = "no_write", j.s.Viewer.Login
	}
	return why
}

// barredFrom ends the judgment where something is to be changed in a branch that
// is shut. Answers still go out.
func (j *judge) barredFrom() bool {
	why := j.shut()
	if why.Code == "" {
		return false
	}
	phase := verdict.Blocked
	if len(j.funnel.wishes) > 0 {
		phase = verdict.Working
	}
	return j.end(phase, why)
}
