package feedback

import (
	"time"

	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// Published is a finding that we published on a pull request, and what became of
// it there. It is read from the pull request itself: from a mark of our own
// account, and the words and replies beside it.
type Published struct {
	ID        mark.Digest `json:"id"`
	Signature string      `json:"signature,omitempty"` // what it was about, in the code and in words; empty: of an old form
	Head      pull.Oid    `json:"head,omitempty"`      // the commit that it was found at; empty: of an old form
	Finding   Finding     `json:"finding"`             // as it stands in the comment; path and line as the host has them now
	Code      string      `json:"code,omitempty"`      // the lines as they stood when it was published, where the host shows them
	Thread    string      `json:"thread,omitempty"`    // node id; empty: it stands in the summary only
	Root      int64       `json:"root,omitempty"`      // comment that carries it
	URL       string      `json:"url,omitempty"`
	At        time.Time   `json:"at"`
	Resolved  bool        `json:"resolved"`
	By        string      `json:"resolved_by,omitempty"` // login of who closed it; empty: not told
	Own       bool        `json:"resolved_by_us,omitempty"`
	Claimed   bool        `json:"claimed,omitempty"`  // a program like ours has last said there that it is fixed; where it is closed, that account closed it
	Reasoned  bool        `json:"reasoned,omitempty"` // closed after a program like ours had last given a reason there why it stays
	Outdated  bool        `json:"outdated,omitempty"`
	Old       bool        `json:"old,omitempty"` // a mark of a form without id: known as ours, and no more
	Replies   []Response  `json:"replies,omitempty"`
}

// Response is one reply to a published finding: data, never an instruction.
type Response struct {
	By   pull.Author `json:"by"`
	At   time.Time   `json:"at"`
	Text string      `json:"text"`
	URL  string      `json:"url,omitempty"`
}

// Short is the id as a reviewer is told it: eight hex digits (S4, F4.1).
func (p Published) Short() string { return string(p.ID)[:min(8, len(p.ID))] }

// Discussed: a person has replied; the thread is then left to people (F4.6). The
// words of bots are shown and do not count.
func (p Published) Discussed() bool {
	for _, reply := range p.Replies {
		if reply.By.Kind != pull.Bot {
			return true
		}
	}
	return false
}
