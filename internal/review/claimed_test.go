package review

import (
	"testing"

	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// What is closed by a program that says it is fixed is a claim; a person who
// closes a thread has decided.
func TestAThreadClosedAsFixedIsNoDismissal(t *testing.T) {
	finding := "**Off by one**\n*high*\n\nIt is.\n\n" + mark.Secret("ours").Write("acme/shop#42", mark.Mark{Kind: mark.Finding, Digest: "0123456789abcdef", Word: "c07be2190d3f5a6b1c8e7d4f2a9b0c6e5d8f1a37.ab"})
	said := func(word string) string {
		return "So.\n\n" + mark.Secret("theirs").Write("acme/shop#42", mark.Mark{Kind: mark.Reply, Digest: "fedcba9876543210", Word: word})
	}
	cases := map[string]struct {
		by, closes, reply string
		want              bool
	}{
		"fixed, and closed by who says so":   {"dev", "dev", said("fixed"), true},
		"fixed, and closed by somebody else": {"dev", "maria", said("fixed"), false},
		"declined":                           {"dev", "dev", said("declined"), false},
		"a person's word":                    {"dev", "dev", "Fixed.", false},
		"fixed, and open":                    {"dev", "", said("fixed"), true},
		"declined, and open":                 {"dev", "", said("declined"), false},
	}
	for says, c := range cases {
		s := pull.Snapshot{Viewer: pull.Viewer{Login: "acme-review"}, Threads: []pull.Thread{{
			NodeID: "T", Path: "price.go", Line: 3, Side: "RIGHT", Subject: "LINE", Resolved: c.closes != "", ResolvedBy: c.closes,
			Comments: []pull.Comment{
				{ID: 1, Author: pull.Author{Login: "acme-review", Kind: pull.Bot}, Ours: true, Body: finding},
				{ID: 2, Author: pull.Author{Login: c.by, Kind: pull.Person}, Body: c.reply},
			},
		}}}
		published := Recall(s).Published
		if len(published) != 1 || published[0].Claimed != c.want || dismissed(published[0]) != (c.closes != "" && !c.want) {
			t.Errorf("%s: %+v", says, published)
		}
	}
}

// What we close ourselves is raised again when it comes back, unless we closed
// it for a reason that a program gave: the code is as it was.
func TestAThreadThatWeClosedForAReasonIsPutAside(t *testing.T) {
	for word, want := range map[string]bool{"declined": true, "deferred": true, "fixed": false, "already_addressed": false} {
		reply := "So.\n\n" + mark.Secret("theirs").Write("acme/shop#42", mark.Mark{Kind: mark.Reply, Digest: "fedcba9876543210", Word: word})
		p := published(pull.Snapshot{Viewer: pull.Viewer{Login: "acme-review"}}, pull.Thread{Resolved: true, ResolvedBy: "acme-review", Comments: []pull.Comment{
			{ID: 1, Ours: true, Body: "**Off by one**\n*high*\n\nIt is."}, {ID: 2, Author: pull.Author{Login: "settle-app", Kind: pull.Bot}, Body: reply},
		}}, receipt{})
		if p.Claimed || p.Reasoned != want || dismissed(p) != want {
			t.Errorf("%s: %+v", word, p)
		}
	}
}
