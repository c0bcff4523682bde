package payload

import (
	"fmt"
	"regexp"
	"unicode/utf8"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictjson"
	"github.com/settlehq/settle/internal/view"
)

// What an answer may not claim: that a thread is closed, before it was; and of
// what waits for a person, that it is done.
var (
	claimsClosed = regexp.MustCompile(`(?i)\b(thread|conversation|discussion)\b[^.!?\n]{0,40}\b(resolved|closed)\b|\b(resolv(e|ed|ing)|clos(e|ed|ing)|marked|marking)\b[^.!?\n]{0,20}\b(thread|conversation|discussion|as resolved)\b`)
	claimsDone   = regexp.MustCompile(`(?i)\b(fixed|resolved|addressed|closed|done)\b`)
)

// Sayable refuses the answer of a judgment that may not be said as it is. An
// answer that is too long is refused, not cut.
func Sayable(path string, j feedback.Judgment) []strictjson.Problem {
	switch {
	case claimsClosed.MatchString(j.Reply):
		return []strictjson.Problem{{Path: path, Rule: "replyClaimsResolution", Reason: "no answer says that a thread is closed before it is"}}
	case j.Class == feedback.NeedsHuman && claimsDone.MatchString(j.Reply):
		return []strictjson.Problem{{Path: path, Rule: "needsHumanReplyIsOpen", Reason: "what waits for a person is not called done"}}
	case utf8.RuneCountInString(j.Reply) > view.OwnWords:
		return []strictjson.Problem{{Path: path, Rule: "replyFits", Reason: fmt.Sprintf("has %d characters, %d can be published", utf8.RuneCountInString(j.Reply), view.OwnWords)}}
	}
	return nil
}
