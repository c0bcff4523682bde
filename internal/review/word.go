package review

import "fmt"

// Word is what the mark of the summary says, for programs that wait for this
// reviewer: HEAD.OPEN.POSTED, the commit that was reviewed, how many findings
// stand at its end, and how many of them were put on lines and files of that
// commit; HEAD.failed where there was no answer, so that no silence passes for
// content. The definition of the reviewer (internal/reviewer/builtin/settle.yaml)
// reads it. The plan holds the anchors as they came to be.
func (p Plan) Word() string {
	if p.Unresolved == AnswerFails {
		return string(p.Head) + ".failed"
	}
	return fmt.Sprintf("%s.%d.%d", p.Head, p.Open(), p.posted())
}

// Open counts the findings that stand: the new ones, those that remain, and
// those of which nobody said that they do not. What is left to people who talk
// about it is theirs.
func (p Plan) Open() int {
	open := len(p.New) + len(p.Retained)
	for _, l := range p.Left {
		if l.Why != Discussed && l.Why != NotAllowed && l.Why != Moved {
			open++
		}
	}
	return open
}

func (p Plan) posted() int {
	n := 0
	for _, one := range p.New {
		if one.Anchor != Summary {
			n++
		}
	}
	return n
}
