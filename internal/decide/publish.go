package decide

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/verdict"
)

// fleeting reasons are over in a minute or two by themselves; nothing is said
// outside about them.
var fleeting = map[string]bool{
	"quiet": true, "tidying": true, "in_doubt": true, "push_in_doubt": true, "marking_ready": true, "ready_not_visible": true,
}

// publish says the verdict outside as a check of our own, where policy asks for
// that: anew only when what it says has changed. It changes no phase and no gate.
func (j *judge) publish() {
	if j.p.Report.Check == "none" || !j.judged || fleeting[j.why.Code] {
		return
	}
	said := j.saysOutside()
	n, last := j.published()
	if n > 0 && last == mark.DigestOf(said) {
		return
	}
	j.funnel.wish(action.Action{
		Kind: action.Tell, Key: action.TellKey("check", fmt.Sprintf("%s#%d", j.s.Head, n), said),
		Say: &action.Say{Audience: "check", Subject: string(j.s.Head), Standings: j.standings},
	})
}

// saysOutside is what a check of ours says, as facts. While work is under way the
// gates change with every deed; what they are then is not worth a word each time.
func (j *judge) saysOutside() string {
	facts := []string{string(j.phase), j.why.Code, j.why.Subject, fmt.Sprint(j.why.Until.Unix())}
	for _, gate := range j.allGates() {
		if j.phase != verdict.Working {
			facts = append(facts, string(gate.Holds))
		}
	}
	text, err := json.Marshal(facts)
	if err != nil {
		panic(err) // strings only; this cannot happen
	}
	return string(text)
}

// published counts what was said at this head, and gives the digest of what was
// said last.
func (j *judge) published() (n int, last mark.Digest) {
	prefix := "tell/check/" + string(j.s.Head) + "#"
	for key, deed := range j.h.Deeds {
		rest, ours := strings.CutPrefix(string(key), prefix)
		if !ours || deed.State != journal.Done {
			continue
		}
		var at int
		var digest mark.Digest
		if _, err := fmt.Sscanf(strings.Replace(rest, "/", " ", 1), "%d %s", &at, &digest); err == nil && at >= n {
			n, last = at+1, digest
		}
	}
	return n, last
}

// ourOwn: the host's rules ask for the check that we publish ourselves. To wait
// for it would be to wait for our own word.
func ourOwn(need pull.Requirement, s pull.Snapshot) bool {
	if need.Name != pull.OwnCheck {
		return false
	}
	for _, c := range s.Checks {
		if c.Name == need.Name && !c.Ours && (need.AppID == 0 || need.AppID == c.AppID) {
			return false // another program has one of that name
		}
	}
	return true
}

// required are the checks that the host's rules ask for, without our own.
func (j *judge) required() []pull.Requirement {
	var needs []pull.Requirement
	for _, need := range j.s.Required {
		if !ourOwn(need, j.s) {
			needs = append(needs, need)
		}
	}
	return needs
}
