package decide

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/verdict"
)

// tellPeople files what waits for a person, once for each different set of
// questions: as a label, and wherever else policy sends questions to.
func (j *judge) tellPeople() {
	waiting := slices.DeleteFunc(slices.Clone(j.standings), func(st feedback.Standing) bool { return !waitsForPerson(st) })
	if len(waiting) == 0 {
		return
	}
	label := j.p.Escalation.Label
	if label != "" && slices.Contains(j.p.Escalation.To, "label") && !slices.Contains(j.s.Labels, label) {
		j.funnel.wish(action.Action{
			Kind: action.Tell, Key: action.TellKey("label", label, versions(waiting)),
			Say: &action.Say{Audience: "label", Text: label},
		})
	}
	for _, place := range j.p.QuestionPlaces() {
		j.file(place, feedback.Matters(waiting))
	}
}

// file brings questions to a place. A tracker keeps what it was told, so that
// each question is filed there by itself; elsewhere all of them are told anew
// when there is one more.
func (j *judge) file(place policy.Place, waiting []feedback.Standing) {
	if place.Kind() == policy.Tracker && len(waiting) > 1 {
		for i := range waiting {
			j.file(place, waiting[i:i+1])
		}
		return
	}
	j.funnel.wish(action.Action{
		Kind: action.Tell, Key: action.TellKey("question", string(place), versions(waiting)),
		Say: &action.Say{Audience: "question", Place: string(place), Standings: waiting},
	})
}

func waitsForPerson(st feedback.Standing) bool {
	return st.Disposition == feedback.Escalated || st.Disposition == feedback.Failed
}

// versions names items at their versions, in a fixed order.
func versions(standings []feedback.Standing) string {
	var names []string
	for _, st := range standings {
		names = append(names, st.Item.At().String())
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}

// notice tells a person of the phase, where policy wants it: once for each
// phase, reason and head. In the quiet hours it is held until they end.
func (j *judge) notice() {
	places := j.p.Notify.Places()
	if len(places) == 0 || !slices.Contains(j.p.Notify.When, string(j.phase)) {
		return
	}
	if until, held := j.p.Notify.Held(j.now); held {
		j.until(until)
		return
	}
	for _, place := range places {
		j.funnel.wish(action.Action{
			Kind: action.Tell, Key: action.TellKey("notice", string(place), j.news()),
			Say: &action.Say{
				Audience: "notice", Place: string(place), Standings: j.standings,
				Notice: &action.Notice{Phase: string(j.phase), Code: j.why.Code, Subject: j.why.Subject, Until: j.why.Until},
			},
		})
	}
	if i := slices.IndexFunc(j.funnel.wishes, func(a action.Action) bool { return a.Push != nil }); i >= 0 {
		push := j.funnel.wishes[i]
		j.funnel.wishes = append(slices.Delete(j.funnel.wishes, i, i+1), push) // it stays the last
	}
}

// news is what a notice tells, as facts without times.
func (j *judge) news() string {
	waiting := ""
	if j.phase == verdict.NeedsYou {
		waiting = versions(slices.DeleteFunc(slices.Clone(j.standings), func(st feedback.Standing) bool { return !waitsForPerson(st) }))
	}
	text, err := json.Marshal([]string{string(j.phase), j.why.Code, j.why.Subject, string(j.s.Head), waiting})
	if err != nil {
		panic(err) // strings only; this cannot happen
	}
	return string(text)
}
