package review

import "fmt"

// Word is what the mark of the summary says, for programs that wait for this
// reviewer: HEAD.OPEN.POSTED.ALONE, the commit that was reviewed, how many
// findings stand at its end, how many of them were put on lines and files of that
// commit, and how many stand in the summary only; HEAD.failed where there was no answer, so that no silence passes for
// content. The definition of the reviewer (internal/reviewer/builtin/settle.yaml)
// reads it. The plan holds the anchors as they came to be.
func (p Plan) Word() string {
	if p.Unresolved == AnswerFails {
		return string(p.Head) + ".failed"
	}
	posted, alone := p.places()
	return fmt.Sprintf("%s.%d.%d.%d", p.Head, p.Open(), posted, alone)
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

// places counts what was posted now, and what stands in the summary only.
func (p Plan) places() (posted, alone int) {
	for _, one := range p.New {
		if one.Anchor == Summary {
			alone++
			continue
		}
		posted++
	}
	for _, old := range p.Retained {
		if old.Thread == "" {
			alone++
		}
	}
	return posted, alone
}
