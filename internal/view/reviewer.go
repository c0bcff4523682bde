package view

import (
	"strings"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/journal"
	"github.com/settlehq/settle/internal/policy"
)

// Reviewer is one reviewer's standing at a head. Usual and Cost are null for
// one that cannot be asked.
type Reviewer struct {
	Name           string     `json:"name"`
	Role           string     `json:"role"`
	Kind           *string    `json:"kind"`
	Reading        string     `json:"reading"`
	Commit         *string    `json:"commit"`
	Current        bool       `json:"current"`
	Evidence       *Sign      `json:"evidence"`
	FindingsOpen   int        `json:"findings_open"`
	AskedAt        *time.Time `json:"asked_at"`
	AcknowledgedAt *time.Time `json:"acknowledged_at"`
	AnsweredAt     *time.Time `json:"answered_at"`
	ExpectedAt     *time.Time `json:"expected_at"`
	LookAt         *time.Time `json:"look_at"`
	RefusedUntil   *time.Time `json:"refused_until"`
	SilentAsks     int        `json:"silent_asks"`
	Usual          *Usual     `json:"usual"`
	Cost           *Cost      `json:"cost"`
}

// Usual is how long a reviewer takes, and how long it is waited for: as it was
// seen in this repository where Learned, else as its definition says. Start is
// null where it promises no sign that it has begun.
type Usual struct {
	Learned bool     `json:"learned"`
	Waits   int      `json:"waits"`
	Answer  float64  `json:"answer_seconds"`
	Silent  float64  `json:"silent_seconds"`
	Start   *float64 `json:"start_seconds"`
}

func usualOf(r policy.Reviewer) *Usual {
	u := &Usual{Learned: r.Learned.Known(), Waits: r.Learned.Waits, Answer: r.Define.Ask.Latency.Seconds(), Silent: r.Window().Seconds()}
	for _, sign := range r.Define.Started {
		if within := sign.Within.Seconds(); within > 0 && (u.Start == nil || within > *u.Start) {
			u.Start = &within
		}
	}
	return u
}

// text says what is usual here, and that it is not known yet where it is not.
func (u Usual) text() string {
	text := "usually " + took(seconds(u.Answer)) + " here (" + plural(u.Waits, "wait") + ")"
	if !u.Learned {
		text = "its usual time here is not known yet, " + took(seconds(u.Answer)) + " by its definition"
	}
	if u.Start != nil {
		text += ", begins within " + took(seconds(*u.Start))
	}
	return text + ", silent after " + took(seconds(u.Silent))
}

// Sign is what a reading rests on.
type Sign struct {
	Kind string  `json:"kind"`
	ID   *string `json:"id"`
	URL  *string `json:"url"`
	Text *string `json:"text"`
}

// Cost is what a reviewer's answers cost: how often it was asked on this pull
// request, and what one ask is, in the vendor's terms. Each is null where its
// definition does not say, USD as long as nobody tells an amount.
type Cost struct {
	Asks int      `json:"asks"`
	Each *string  `json:"each"`
	USD  *float64 `json:"usd"`
}

func (f Facts) reviewer(r feedback.Reading) Reviewer {
	out := Reviewer{
		Name: r.Reviewer, Role: r.Role, Kind: known(f.kindOf(r.Reviewer)), Reading: string(r.Word), Commit: oid(r.Commit),
		Current: r.Current, FindingsOpen: r.Open, AskedAt: when(r.AskedAt), AcknowledgedAt: when(r.Acknowledged),
		AnsweredAt: when(r.AnsweredAt), ExpectedAt: when(f.expected(r)), LookAt: when(r.LookAt), SilentAsks: r.Unanswered,
	}
	if r.Word == feedback.Refused {
		out.RefusedUntil = when(r.Until)
	}
	if e := r.Evidence; e != (feedback.Evidence{}) {
		out.Evidence = &Sign{Kind: e.Kind, URL: known(e.URL), Text: known(e.Text)}
	}
	if ask := f.rules(r.Reviewer).Define.Ask; ask.Possible() {
		out.Usual = usualOf(f.rules(r.Reviewer))
		out.Cost = &Cost{Asks: f.asksOf(r.Reviewer), Each: known(ask.Cost)}
	}
	return out
}

// asksOf counts our asks of a reviewer, at whatever head.
func (f Facts) asksOf(name string) int {
	asks := 0
	for key, deed := range f.History.Deeds {
		if key.Kind() == action.Ask && deed.State == journal.Done && strings.HasPrefix(key.Subject(), name+"@") {
			asks++
		}
	}
	return asks
}

func (f Facts) rules(name string) policy.Reviewer {
	for _, r := range f.Policy.Reviewers {
		if r.Name == name {
			return r
		}
	}
	return policy.Reviewer{}
}

func (f Facts) kindOf(name string) string {
	if name == policy.People {
		return "person"
	}
	return f.rules(name).Define.Kind
}

// expected is when an asked reviewer usually answers; zero when it was not
// asked, has answered, or nothing is known of its pace.
func (f Facts) expected(r feedback.Reading) time.Time {
	usual := f.rules(r.Reviewer).Define.Ask.Latency
	if r.AskedAt.IsZero() || usual == 0 || r.Word != feedback.Pending {
		return time.Time{}
	}
	return r.AskedAt.Add(usual)
}
