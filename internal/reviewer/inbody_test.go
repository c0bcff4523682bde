package reviewer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

var parts = policy.InBody{
	Section: `(?i)(outside|small) remarks \(\d+\)`,
	File:    `^(?P<path>\S.*?) \(\d+\)$`,
	Entry:   "^`(?:(?P<start>\\d+)-)?(?P<line>\\d+)`: ",
}

// body is written for this test; its form is that of review bodies which hold
// findings in blocks.
const body = `**2 remarks posted inline**

> [!CAUTION]
> Some could not be posted inline.
>
> <details>
> <summary>Outside remarks (1)</summary><blockquote>
>
> <details>
> <summary>cart.go (1)</summary><blockquote>
>
> ` + "`78-81`" + `: **Close the file.**
>
> It stays open.
>
> </blockquote></details>
>
> </blockquote></details>

<details>
<summary>Small remarks (3)</summary><blockquote>

<details>
<summary>docs/a b.md (2)</summary><blockquote>

` + "`4`" + `: **Name the unit.**

<details>
<summary>Suggested text (1)</summary>

` + "```diff\n-`9`: no finding\n+`10`: none either\n</details>\n```" + `

` + "`11`" + `: inside a block of a finding.
</details>

---

` + "`20-24`" + `: **Say it once.**

</blockquote></details>
<details>
<summary>main.go (1)</summary><blockquote>

` + "`1-3`" + `: **Order the imports.**

</blockquote></details>

</blockquote></details>

<details>
<summary>Other remarks (1)</summary><blockquote>

<details>
<summary>main.go (1)</summary><blockquote>

` + "`7`" + `: **Well done.**

</blockquote></details>

</blockquote></details>
`

func TestFindingsOfOneBodyAreToldApart(t *testing.T) {
	var got []string
	for _, e := range entries(parts, body) {
		got = append(got, fmt.Sprintf("%s:%d-%d %d words", e.where.Path, e.where.Start, e.where.Line, len(strings.Fields(e.text))))
		if strings.HasSuffix(e.text, "---") || strings.Contains(e.text, "blockquote") {
			t.Errorf("%s: the frame is part of the words:\n%s", e.where.Path, e.text)
		}
	}
	want := "cart.go:78-81 7 words, docs/a b.md:0-4 25 words, docs/a b.md:20-24 4 words, main.go:1-3 4 words"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}

func TestEachFindingOfABodyIsAnItemOfItsOwn(t *testing.T) {
	bot := policy.Reviewer{Name: "carrot", Define: policy.Definition{
		Accounts: []policy.Account{{Login: "carrot"}},
		Findings: policy.Findings{From: []string{"inline", "review_body"}, Title: "first_bold", InBody: &parts},
	}}
	review := pull.Review{ID: 991, Author: pull.Author{Login: "carrot", Kind: pull.Bot}, State: pull.Commented, Commit: "h1", Body: body}
	items := Items(pull.Snapshot{Reviews: []pull.Review{review}}, []policy.Reviewer{bot})
	if len(items) != 4 || items[0].ID != "r991.1" || items[3].ID != "r991.4" || items[3].Title != "Order the imports." || items[3].Where.Path != "main.go" || items[3].FYI {
		t.Fatalf("%d items: %+v", len(items), items)
	}
	review.Body = "**0 remarks posted inline**"
	if items := Items(pull.Snapshot{Reviews: []pull.Review{review}}, []policy.Reviewer{bot}); len(items) != 0 {
		t.Errorf("a body without findings asks %+v", items)
	}
}

func FuzzBodiesWithFindings(f *testing.F) {
	f.Add(body)
	f.Add("<details><details></details></details></details>`1`: x")
	f.Add("```\n<details>\n~~~\n```\n</details>")
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range entries(parts, text) {
			if e.where.Path == "" || e.where.Line < 0 || e.text == "" {
				t.Errorf("an entry without a place or words: %+v", e)
			}
		}
	})
}
