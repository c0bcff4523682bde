package review

import (
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// Recall reads what we published out of a snapshot. A mark counts in the first
// comment of a thread and in a comment of the conversation, under our own
// account, as the first or the last line; all others are counted as forged. The
// mac is not asked for: each machine has its own key, and a new one has none.
func Recall(s pull.Snapshot) Memory {
	m := Memory{Ref: s.Ref}
	for _, t := range s.Threads {
		m.thread(s, t)
	}
	for _, c := range s.Comments {
		m.comment(c)
	}
	return m
}

func (m *Memory) thread(s pull.Snapshot, t pull.Thread) {
	for i, c := range t.Comments {
		found := receiptsIn(c.Body)
		own, ok := found.only(mark.Finding)
		if i > 0 || !c.Ours || !ok {
			m.Forged += found.total
			continue
		}
		m.Forged += found.total - 1
		m.Published = append(m.Published, published(s, t, own))
	}
}

// published is a finding as its thread tells of it.
func published(s pull.Snapshot, t pull.Thread, own receipt) feedback.Published {
	root := t.Root()
	p := own.published(root)
	p.Thread, p.Resolved, p.By, p.Outdated = t.NodeID, t.Resolved || root.Minimized, t.ResolvedBy, t.Outdated
	p.Own = t.Resolved && t.ResolvedBy != "" && t.ResolvedBy == pull.NormalLogin(s.Viewer.Login)
	p.Finding = Read(root.Body)
	p.Finding.Path, p.Finding.Side = t.Path, t.Side
	p.Finding.Line, p.Finding.Start = t.Line, t.StartLine
	if t.Line == 0 && t.Subject != "FILE" {
		p.Finding.Line, p.Finding.Start = t.OriginalLine, t.OriginalStart
	}
	p.Code = codeOf(root.Hunk, p.Finding)
	for _, c := range t.Comments[1:] {
		p.Replies = append(p.Replies, response(c))
	}
	said, by := answered(t)
	p.Claimed = said == "fixed" && (!p.Resolved || !p.Own && t.ResolvedBy == pull.NormalLogin(by))
	p.Reasoned = p.Resolved && (said == "declined" || said == "deferred")
	return p
}

// answered gives what a program like ours said last in a thread, whoever's it is,
// and under which account: a disposition; empty: the last word is no such answer.
func answered(t pull.Thread) (disposition, by string) {
	last := t.Comments[len(t.Comments)-1]
	for _, m := range mark.Secret(nil).Read("", last.Body) {
		if m.Kind == mark.Reply {
			disposition = m.Word
		}
	}
	return disposition, last.Author.Login
}

// response is a reply. What a program of ours said is a program's word, whatever
// the kind of the account.
func response(c pull.Comment) feedback.Response {
	by := c.Author
	if c.Said() || c.Found() {
		by.Kind = pull.Bot
	}
	text, _ := pull.Visible(mark.Strip(c.Body))
	return feedback.Response{By: by, At: c.LastWord(), Text: text, URL: c.URL}
}

// comment reads a comment of the conversation: a summary of ours, with the
// findings that stand nowhere else.
func (m *Memory) comment(c pull.Comment) {
	found := receiptsIn(c.Body)
	_, summary := found.only(mark.Review)
	if !c.Ours || !summary {
		m.Forged += found.total
		return
	}
	if m.Summary != nil {
		m.Others = append(m.Others, c)
		return
	}
	m.Summary = &c
	for _, own := range found.findings {
		p := own.published(c)
		p.Finding = readInSummary(own.text)
		m.Published = append(m.Published, p)
	}
}
