package reviewer

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// sign is the newest trace of one sort that a reviewer left at the head.
type sign struct {
	found    bool
	at       time.Time
	count    int // findings it announces
	alone    int // and those that stand in its words only
	until    time.Time
	evidence feedback.Evidence
}

type signs struct{ started, clean, dirty, refused sign }

// later reports that s was found, and after other or other was not.
func (s sign) later(other sign) bool {
	return s.found && (!other.found || s.at.After(other.at))
}

// offer keeps the newest trace, and the largest number that any of them named.
func (s *sign) offer(found sign) {
	count, alone := max(s.count, found.count), max(s.alone, found.alone)
	if !s.found || found.at.After(s.at) {
		*s = found
	}
	s.found, s.count, s.alone = true, count, alone
}

// gather looks through everything the reviewer left that speaks of the head.
func gather(in Input) signs {
	var all signs
	def := in.Reviewer.Define
	for _, kind := range []struct {
		into    *sign
		signals []policy.Signal
		strict  bool // finished things must be younger than the head, started ones may be as old
	}{{&all.started, def.Started, false}, {&all.clean, def.Clean, true}, {&all.dirty, def.Dirty, true}, {&all.refused, def.Refused, true}} {
		for _, signal := range kind.signals {
			for _, found := range match(in, signal, kind.strict) {
				kind.into.offer(found)
			}
		}
	}
	return all
}

func match(in Input, signal policy.Signal, strict bool) []sign {
	switch {
	case signal.Check != "":
		return matchCheck(in, signal)
	case signal.Reaction != "":
		return matchReaction(in, signal, strict)
	case signal.Review != "":
		return matchReview(in, signal)
	case signal.Inline != "":
		return matchInline(in)
	case signal.Body != "":
		return matchBody(in, signal, strict)
	case signal.Event != "":
		return matchEvent(in, signal, strict)
	}
	return nil
}

func matchCheck(in Input, signal policy.Signal) []sign {
	var found []sign
	for _, c := range in.Snapshot.Checks {
		if c.Name != signal.Check || c.Ours || c.Head != "" && c.Head != in.Snapshot.Head {
			continue
		}
		word := string(c.Status)
		if signal.Status != word && !slices.Contains(signal.Conclusion, word) {
			continue
		}
		at := c.CompletedAt
		if at.IsZero() {
			at = c.StartedAt
		}
		found = append(found, sign{found: true, at: at, evidence: feedback.Evidence{
			Kind: "check", Commit: in.Snapshot.Head, URL: c.URL, Text: c.Name + ": " + word,
		}})
	}
	return found
}

// reactionWords maps REST's names to GraphQL's in lower case.
var reactionWords = map[string]string{
	"+1": "thumbs_up", "-1": "thumbs_down", "eyes": "eyes", "laugh": "laugh", "hooray": "hooray",
	"confused": "confused", "heart": "heart", "rocket": "rocket",
}

func matchReaction(in Input, signal policy.Signal, strict bool) []sign {
	want := signal.Reaction
	if word, ok := reactionWords[want]; ok {
		want = word
	}
	reactions := in.Snapshot.Reactions
	if signal.Target == "ask" {
		reactions = askReactions(in)
	}
	var found []sign
	for _, r := range reactions {
		if r.Content == want && Is(in.Reviewer.Define, r.By) && since(in, r.At, strict) {
			found = append(found, sign{found: true, at: r.At, evidence: feedback.Evidence{Kind: "reaction", Text: r.Content}})
		}
	}
	return found
}

// askReactions are those on the newest comment that carries the phrase, ours
// or a person's: somebody asked at this head.
func askReactions(in Input) []pull.Reaction {
	var reactions []pull.Reaction
	for _, c := range in.Snapshot.Comments {
		asks := strings.Contains(c.Body, in.Reviewer.Define.Ask.Comment) && in.Reviewer.Define.Ask.Comment != ""
		if asks && !c.CreatedAt.Before(in.Since) {
			reactions = append(reactions, c.Reactions...)
		}
	}
	return reactions
}

func matchReview(in Input, signal policy.Signal) []sign {
	var found []sign
	for _, r := range in.Snapshot.Reviews {
		if string(r.State) == signal.Review && ofHead(in, r) && Wrote(in.Reviewer.Define, r.Author, r.Body) {
			found = append(found, ofReview(r))
		}
	}
	return found
}

// ofHead reports that a review read the head. After a forced push GitHub may
// show an older review at the new commit: what was submitted before the commit
// became the head cannot have read it.
func ofHead(in Input, r pull.Review) bool {
	return r.Commit == in.Snapshot.Head && (in.Snapshot.HeadAt.IsZero() || r.SubmittedAt.After(in.Snapshot.HeadAt))
}

func ofReview(r pull.Review) sign {
	return sign{found: true, at: r.SubmittedAt, evidence: feedback.Evidence{Kind: "review", Commit: r.Commit, URL: r.URL, Text: firstLine(r.Body)}}
}

// matchInline: threads that the reviewer opened at this commit. GitHub
// re-anchors a thread when the head moves; the commit it was made at stays.
func matchInline(in Input) []sign {
	var found []sign
	for _, t := range in.Snapshot.Threads {
		root := t.Root()
		if root.ID != 0 && root.Commit == in.Snapshot.Head && Wrote(in.Reviewer.Define, root.Author, root.Body) {
			found = append(found, sign{found: true, at: root.CreatedAt, evidence: feedback.Evidence{Kind: "thread", Commit: root.Commit, URL: root.URL, Text: firstLine(root.Body)}})
		}
	}
	return found
}

// matchBody looks into reviews at this head, and into comments that are
// younger than it.
func matchBody(in Input, signal policy.Signal, strict bool) []sign {
	var found []sign
	re := compiled(signal.Body)
	for _, r := range in.Snapshot.Reviews {
		if ofHead(in, r) && Wrote(in.Reviewer.Define, r.Author, r.Body) && re.MatchString(r.Body) && namesHead(in, signal, r.Body, true) {
			s := ofReview(r)
			s.count, s.alone, s.until = number(signal, "count", r.Body), number(signal, "alone", r.Body), namedTime(signal, r.Body)
			found = append(found, s)
		}
	}
	for _, c := range in.Snapshot.Comments {
		if Wrote(in.Reviewer.Define, c.Author, c.Body) && re.MatchString(c.Body) && namesHead(in, signal, c.Body, since(in, c.LastWord(), strict)) {
			found = append(found, sign{
				found: true, at: c.LastWord(), count: number(signal, "count", c.Body), alone: number(signal, "alone", c.Body), until: namedTime(signal, c.Body),
				evidence: feedback.Evidence{Kind: "comment", URL: c.URL, Text: firstLine(c.Body)},
			})
		}
	}
	return found
}

func matchEvent(in Input, signal policy.Signal, strict bool) []sign {
	var found []sign
	for _, e := range in.Snapshot.Events {
		if e.Kind == signal.Event && Is(in.Reviewer.Define, e.Actor) && since(in, e.At, strict) {
			found = append(found, sign{found: true, at: e.At, evidence: feedback.Evidence{Kind: "event", Text: e.Kind}})
		}
	}
	return found
}

// since: strict for what claims to be finished, inclusive for what has begun
// (a same-second mark of an old head must not pass for a verdict). Where it is
// not known since when the head is the head, nothing is finished.
func since(in Input, at time.Time, strict bool) bool {
	if strict {
		return !in.Since.IsZero() && at.After(in.Since)
	}
	return !at.Before(in.Since)
}

// namesHead: where the words name a commit they speak of that commit, whenever
// they were said; else otherwise decides.
func namesHead(in Input, signal policy.Signal, body string, otherwise bool) bool {
	if compiled(signal.Body).SubexpIndex("commit") < 0 {
		return otherwise
	}
	named := strings.ToLower(group(signal.Body, "commit", body))
	return len(named) >= leastCommit && strings.HasPrefix(string(in.Snapshot.Head), named)
}

// leastCommit is the shortest name of a commit that is taken for one.
const leastCommit = 7

// number is what a group of the signal names; 0 for none.
func number(signal policy.Signal, name, body string) int {
	n, err := strconv.Atoi(group(signal.Body, name, body))
	if err != nil {
		return 0
	}
	return n
}

func namedTime(signal policy.Signal, body string) time.Time {
	if signal.Until == "" {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, group(signal.Until, "time", body))
	if err != nil {
		return time.Time{}
	}
	return at
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
