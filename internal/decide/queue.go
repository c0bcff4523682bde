package decide

import (
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/verdict"
)

// queued: what stands in the host's merge queue is watched. A push would throw
// it out, and so would a rebase; taking it out is not ours, since we never put
// it there. What is asked meanwhile is told, and waits for the queue's end.
func queued(j *judge) bool {
	if !j.s.Queued {
		return false
	}
	why := verdict.Reason{Gate: verdict.GateMergeable, Code: "queued", Holds: verdict.No, Subject: j.s.BaseRef, Since: j.queuedAt(), Children: j.landed()}
	return j.end(j.saying(), why)
}

// stacked: the change that ours stands on is worked first. As long as that is a
// draft, whatever is done here may have to be done again.
func stacked(j *judge) bool {
	if j.s.Below == nil || !j.s.Below.Draft {
		return false
	}
	why := verdict.Reason{Gate: verdict.GateMergeable, Code: "stacked", Holds: verdict.No, Subject: fmt.Sprintf("#%d", j.s.Below.Number), Children: j.landed()}
	return j.end(j.saying(), why)
}

// saying: answers still go out, since they move nothing.
func (j *judge) saying() verdict.Phase {
	if len(j.funnel.wishes) > 0 {
		return verdict.Working
	}
	return verdict.Waiting
}

// landed are the asks that nobody has settled.
func (j *judge) landed() []verdict.Reason {
	var open []verdict.Reason
	for _, st := range j.standings {
		if !st.Item.FYI && st.Disposition == feedback.Open {
			open = append(open, verdict.Reason{Gate: verdict.GateFeedback, Code: "landed", Holds: verdict.No, Subject: string(st.Item.ID)})
		}
	}
	return open
}

// queuedAt is when the pull request entered the queue; zero where the timeline
// does not tell.
func (j *judge) queuedAt() (at time.Time) {
	for _, e := range j.s.Events {
		if e.Kind == "added_to_merge_queue" {
			at = e.At
		}
	}
	return at
}
