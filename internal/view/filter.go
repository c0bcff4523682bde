package view

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/pull"
)

// Filter narrows a list of threads; the zero value takes all. What it leaves
// out is named beside the list.
type Filter struct {
	Item       feedback.ItemID // this one alone
	Unresolved bool            // threads that are not resolved and whose code stands
	Outdated   bool            // with Unresolved: those whose code has changed, too
	Open       bool            // asks that have no last word of ours
	Authors    []string        // logins of whom anybody in a thread is one
	Reviewers  []string        // names of the policy, or logins, of who asks
	Paths      []string        // files and folders
	MaxThreads int             // after all else; 0: no bound
}

// Only narrows the list. The signal across rounds stays that of the whole.
func (t Threads) Only(filter Filter) Threads {
	if t.facts.Snapshot == nil {
		return t
	}
	whole, f := *t.facts.Snapshot, t.facts
	kept, beyond := filter.narrow(f, whole)
	f.Snapshot = &kept
	f.Verdict.Items = keep(f.Verdict.Items, func(st feedback.Standing) bool { return filter.item(kept, st) })
	out := NewThreads(f)
	out.CrossInvocation = t.CrossInvocation
	leave := func(surface pull.Surface, left, all int, why string) {
		if left > 0 {
			out.Complete = false
			out.Gaps = append(out.Gaps, Gap{Surface: string(surface), What: fmt.Sprintf("%d of %d", left, all), Why: "left out by " + why})
		}
	}
	leave(pull.SurfaceThreads, len(whole.Threads)-len(kept.Threads)-beyond, len(whole.Threads), filter.String())
	leave(pull.SurfaceThreads, beyond, len(whole.Threads), fmt.Sprintf("--max-threads %d", filter.MaxThreads))
	leave(pull.SurfaceComments, len(whole.Comments)-len(kept.Comments), len(whole.Comments), filter.String())
	leave(pull.SurfaceReviews, len(whole.Reviews)-len(kept.Reviews), len(whole.Reviews), filter.String())
	return out
}

// narrow gives what is kept of a snapshot, and how many threads were beyond the bound.
func (filter Filter) narrow(f Facts, whole pull.Snapshot) (kept pull.Snapshot, beyond int) {
	kept = whole
	kept.Threads = keep(whole.Threads, func(t pull.Thread) bool { return filter.thread(f, t) })
	kept.Comments = keep(whole.Comments, func(c pull.Comment) bool { return filter.talk(f, "c", c.ID, c.Author) })
	kept.Reviews = keep(whole.Reviews, func(r pull.Review) bool { return filter.talk(f, "r", r.ID, r.Author) })
	if filter.MaxThreads > 0 && len(kept.Threads) > filter.MaxThreads {
		beyond = len(kept.Threads) - filter.MaxThreads
		kept.Threads = kept.Threads[:filter.MaxThreads]
	}
	return kept, beyond
}

func keep[T any](list []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(member T) bool { return !is(member) })
}

// String is the filter as it was typed.
func (filter Filter) String() string {
	var words []string
	if filter.Item != "" {
		words = append(words, "the address of "+string(filter.Item))
	}
	for _, flag := range []struct {
		name string
		on   bool
	}{{"--unresolved", filter.Unresolved}, {"--open", filter.Open}} {
		if flag.on {
			words = append(words, flag.name)
		}
	}
	for _, flag := range []struct {
		name   string
		values []string
	}{{"--author", filter.Authors}, {"--by", filter.Reviewers}, {"--path", filter.Paths}} {
		for _, value := range flag.values {
			words = append(words, flag.name+" "+value)
		}
	}
	return strings.Join(words, " ")
}

func (filter Filter) thread(f Facts, t pull.Thread) bool {
	if filter.Unresolved && (t.Resolved || t.Outdated && !filter.Outdated) || !filter.place(t.Path) || !filter.is(fmt.Sprintf("t%d", t.Root().ID)) {
		return false
	}
	if len(filter.Authors) > 0 && !slices.ContainsFunc(t.Comments, func(c pull.Comment) bool { return named(filter.Authors, c.Author.Login) }) {
		return false
	}
	st, asks := f.askOf(func(st feedback.Standing) bool { return st.Item.Thread == t.NodeID })
	return filter.asks(f, st, asks, t.Root().Author)
}

// talk takes a comment or a review; its place is that of what it asks for.
func (filter Filter) talk(f Facts, kind string, id int64, by pull.Author) bool {
	if len(filter.Authors) > 0 && !named(filter.Authors, by.Login) {
		return false
	}
	prefix := fmt.Sprintf("%s%d", kind, id)
	if !filter.is(prefix) {
		return false
	}
	st, asks := f.askOf(func(st feedback.Standing) bool {
		own := string(st.Item.ID) == prefix || strings.HasPrefix(string(st.Item.ID), prefix+".")
		return own && filter.place(st.Item.Where.Path)
	})
	return (asks || len(filter.Paths) == 0) && filter.asks(f, st, asks, by)
}

// asks judges by what the words ask for, where they ask for something. What was
// not judged is open.
func (filter Filter) asks(f Facts, st feedback.Standing, asks bool, by pull.Author) bool {
	if filter.Open && f.judged() && (!asks || st.Item.FYI || final(st)) {
		return false
	}
	return len(filter.Reviewers) == 0 || named(filter.Reviewers, by.Login) || asks && named(filter.Reviewers, st.Item.Reviewer)
}

// item keeps the asks of what is kept; what is nobody's comment, a check, is
// kept where no name and no place was asked for.
func (filter Filter) item(kept pull.Snapshot, st feedback.Standing) bool {
	id := string(st.Item.ID)
	switch st.Item.ID.Kind() {
	case feedback.Thread:
		return slices.ContainsFunc(kept.Threads, func(t pull.Thread) bool { return t.NodeID == st.Item.Thread })
	case feedback.Conversation:
		return slices.ContainsFunc(kept.Comments, func(c pull.Comment) bool { return id == fmt.Sprintf("c%d", c.ID) })
	case feedback.ReviewFinding:
		return slices.ContainsFunc(kept.Reviews, func(r pull.Review) bool { return strings.HasPrefix(id, fmt.Sprintf("r%d.", r.ID)) }) && filter.place(st.Item.Where.Path)
	}
	return len(filter.Authors)+len(filter.Reviewers)+len(filter.Paths) == 0 && filter.is(id) && !(filter.Open && final(st))
}

// is compares what was asked for with an item, or with the review that holds it.
func (filter Filter) is(id string) bool {
	return filter.Item == "" || string(filter.Item) == id || strings.HasPrefix(string(filter.Item), id+".")
}

func (filter Filter) place(path string) bool {
	return len(filter.Paths) == 0 || slices.ContainsFunc(filter.Paths, func(want string) bool {
		return path == want || strings.HasPrefix(path, strings.TrimSuffix(want, "/")+"/")
	})
}

// named compares logins whole, without the suffix of bots and without case.
func named(names []string, login string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return pull.NormalLogin(name) == pull.NormalLogin(login) })
}

func (f Facts) askOf(is func(feedback.Standing) bool) (feedback.Standing, bool) {
	i := slices.IndexFunc(f.Verdict.Items, is)
	if i < 0 {
		return feedback.Standing{}, false
	}
	return f.Verdict.Items[i], true
}

// Asks are what the list holds of asks; information is none.
func (t Threads) Asks() []feedback.Standing { return t.facts.asks() }

// Partial says of each thing that is not in the list why it is not.
func (t Threads) Partial() []string {
	return each(t.Gaps, func(g Gap) string { return g.Surface + ": " + g.What + ": " + g.Why })
}
