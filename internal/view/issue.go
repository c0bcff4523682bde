package view

import (
	"fmt"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Issue is the title and the text, without its mark, of the issue in which an ask
// is tracked that was put off. It refuses to publish a credential.
func Issue(s pull.Snapshot, st feedback.Standing) (title, body string, err error) {
	title = words(st.Item.Title, titleLimit)
	if title == "" {
		title = "Put off in #" + fmt.Sprint(s.Ref.Number)
	}
	if title, err = published(title); err != nil {
		return "", "", err
	}
	text := "Put off in #" + fmt.Sprint(s.Ref.Number) + ": " + subjectOf(st)
	if asked := words(firstSentence(st.Item), reasonLimit); asked != "" {
		text += "\n\n> " + asked
	}
	body, err = published(text)
	return title, body, err
}
