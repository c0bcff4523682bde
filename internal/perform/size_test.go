package perform_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/agent"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
	"github.com/settlehq/settle/internal/reviewer"
	"github.com/settlehq/settle/internal/view"
)

// The pull request that the figures are for: what EveryInc's get-pr-comments
// received for one like it was 129,652 bytes, scotthamilton77's
// fetch-and-normalize-comments 109,441 (both measured against one stand-in).
const (
	sizeThreads = 30
	sizeReviews = 4
	sizeTalk    = 3

	scriptBytes    = 129_652
	smallestScript = 109_441
)

// prose is text of about a size, and of sentences that can be told apart.
func prose(size int, about string) string {
	var b strings.Builder
	b.WriteString("First word on " + about + ". ")
	for n := uint32(len(about)); b.Len() < size-40; n = n*1664525 + 1013904223 {
		fmt.Fprintf(&b, "%s %x reads ahead of line %d. ", about, n, n>>20)
	}
	return b.String() + "Last word on " + about + "."
}

// large is a pull request of 30 threads of two comments, with reviews and talk.
func large() pull.Snapshot {
	s := pull.Snapshot{Ref: shop, Title: "Totals", Head: "4242", Base: "4141", State: pull.Open, Viewer: pull.Viewer{Login: "dev"}}
	bot, person := pull.Author{Login: "cursor", Kind: pull.Bot, ID: 206951365}, pull.Author{Login: "maria", Kind: pull.Person, Trust: pull.Maintainer}
	id := int64(2203844800)
	said := func(by pull.Author, size int, about string) pull.Comment {
		id++
		return pull.Comment{
			ID: id, NodeID: fmt.Sprintf("PRRC_kwDO%d", id), Author: by, CreatedAt: noon.Add(time.Duration(id%1000) * time.Minute),
			Body: prose(size, about), URL: fmt.Sprintf("https://github.com/acme/shop/pull/42#discussion_r%d", id),
		}
	}
	for n := range sizeThreads {
		root := said(bot, 1500, fmt.Sprintf("finding %d about rounding of totals", n))
		root.Hunk = "@@ -1,20 +1,20 @@\n" + strings.Repeat("+\tline of the code above\n", 23) + fmt.Sprintf("+\tsum += line%d / 100", n)
		s.Threads = append(s.Threads, pull.Thread{
			NodeID: fmt.Sprintf("PRRT_kwDO%d", n), Path: fmt.Sprintf("internal/cart/file%d.go", n%7), Line: 3*n + 1, Comments: []pull.Comment{root, said(person, 1500, fmt.Sprintf("second thoughts %d", n))},
		})
	}
	for n := range sizeReviews {
		c := said(person, 3000, fmt.Sprintf("review %d", n))
		s.Reviews = append(s.Reviews, pull.Review{ID: c.ID, NodeID: c.NodeID, Author: person, Body: c.Body, State: pull.Commented, SubmittedAt: c.CreatedAt, URL: c.URL})
	}
	for n := range sizeTalk {
		s.Comments = append(s.Comments, said(person, 4000, fmt.Sprintf("talk %d", n)))
	}
	return s
}

// raw is what a script hands to a model of it.
func raw(t *testing.T, s pull.Snapshot) []byte {
	t.Helper()
	text, err := json.Marshal(view.NewThreads(view.Facts{Ref: s.Ref, Now: noon, Snapshot: &s}).Script())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// given is the request that an agent gets to fix all that was asked, and the
// words for its model.
func given(t *testing.T, s pull.Snapshot) (agent.Request, string) {
	t.Helper()
	w := newWorld(t, files{"cart.go": "package cart\n"})
	w.agents.are(map[string]hand{"one": edits(files{"cart.go": "package cart // better\n"})})
	bugbot := policy.Reviewer{Name: "bugbot", Define: policy.Definition{Accounts: []policy.Account{{Login: "cursor"}}, Findings: policy.Findings{From: []string{"inline"}}}}
	work := action.Action{Kind: action.Work, Work: &action.WorkOrder{Task: action.Fix, Head: w.host.head}}
	for n, item := range reviewer.Items(s, []policy.Reviewer{bugbot}) {
		st := feedback.Standing{Item: item, Judgment: &feedback.Judgment{At: item.At(), Class: feedback.Valid, Reason: fmt.Sprintf("True of the code, case %d.", n)}}
		if n%5 == 0 {
			st.Recurrence = &feedback.Recurrence{Reopened: true, Prior: feedback.Fixed, Commits: []pull.Oid{"c07be21aaaa"}}
		}
		work.Work.Standing, work.Work.Items = append(work.Work.Standing, st), append(work.Work.Items, item.At())
	}
	all := feedback.Cluster{Schema: feedback.ClusterSchema, ID: "arithmetic@internal/cart", Theme: "arithmetic", Area: "internal/cart", Files: []string{"internal/cart/file0.go"}, Prior: []feedback.Prior{}, Hypothesis: "One cause."}
	for _, at := range work.Work.Items[:sizeThreads] {
		all.Items = append(all.Items, at.Item)
	}
	work.Work.Clusters = []feedback.Cluster{all}
	work.Key = action.FixKey(work.Work.Head, work.Work.Items, 0)
	w.performAt(s, work)
	request := w.agents.asked[0]
	return request, request.Short
}

// leftOut names the places of the request file where a long ask stands whole.
var leftOut = regexp.MustCompile(`bytes left out: items\[(\d+)\]\.(body|hunk)\)`)

func TestAModelIsGivenAThirdOfTheRawJSON(t *testing.T) {
	s := large()
	_, words := given(t, s)
	t.Logf("30 threads, 4 reviews, 3 comments, in bytes: a model is given %d; the same as raw JSON %d; get-pr-comments %d; fetch-and-normalize-comments %d",
		len(words), len(raw(t, s)), scriptBytes, smallestScript)
	for name, size := range map[string]int{"the raw JSON": len(raw(t, s)), "get-pr-comments": scriptBytes, "fetch-and-normalize-comments": smallestScript} {
		if 3*len(words) > size {
			t.Errorf("%d bytes are more than a third of %s, %d", len(words), name, size)
		}
	}
}

// Nothing that is needed is missing: of each item the ask, its place, its hunk,
// who asks and how far they are trusted, its id, what is known from before.
func TestAModelIsGivenAllThatItNeeds(t *testing.T) {
	s := large()
	request, words := given(t, s)
	parts := strings.Split(words, "\n\n") // one item each, between opening and answer
	if len(request.Items) != sizeThreads+sizeReviews+sizeTalk {
		t.Fatalf("%d items", len(request.Items))
	}
	for n, item := range request.Items {
		i := slices.IndexFunc(parts, func(part string) bool { return strings.HasPrefix(part, fmt.Sprintf("%d. Item %s, by ", n+1, item.ID)) })
		if i < 0 {
			t.Fatalf("no part is about %s", item.ID)
		}
		end := slices.IndexFunc(parts[i+1:], func(part string) bool {
			return strings.HasPrefix(part, strconv.Itoa(n+2)+". Item ") || strings.HasPrefix(part, "By rule")
		})
		text := strings.Join(parts[i:i+1+max(end, 0)], "\n\n")
		first, last, _ := strings.Cut(item.Body, ". ")
		last = last[strings.LastIndex(last, "Last word on"):]
		for what, want := range map[string]string{
			"the ask": "| " + first, "the last word on it": last, "the judgment": fmt.Sprintf("| True of the code, case %d.", n),
			"who asks": map[pull.Kind]string{pull.Bot: "by cursor (bugbot, a bot)", pull.Person: "by maria (maintainer)"}[item.AuthorKind],
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %s is missing (%q) in\n%s", item.ID, what, want, text)
			}
		}
		if item.Kind == feedback.Thread && !(strings.Contains(text, fmt.Sprintf("at %s:%d\n", item.Where.Path, item.Where.Line)) && strings.Contains(text, fmt.Sprintf("| +\tsum += line%d / 100", n))) {
			t.Errorf("%s: its place or its line of code is missing in\n%s", item.ID, text)
		}
		if before := strings.Contains(text, "answered before as fixed by c07be21"); before != (n%5 == 0) {
			t.Errorf("%s: facts from before: %v", item.ID, before)
		}
	}
	if !strings.Contains(words, "Cluster arithmetic@internal/cart: t") {
		t.Error("no cluster is told of")
	}
}

// What a brief leaves out stands in the request file, at the place that it names.
func TestWhatABriefLeavesOutStandsInTheRequestFile(t *testing.T) {
	request, words := given(t, large())
	data, err := request.Encode()
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Items []struct{ Body, Hunk string } `json:"items"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	places := leftOut.FindAllStringSubmatch(words, -1)
	if len(places) != sizeReviews+sizeTalk+2*sizeThreads {
		t.Fatalf("%d places", len(places))
	}
	for _, place := range places {
		n, err := strconv.Atoi(place[1])
		if err != nil {
			t.Fatal(err)
		}
		whole := map[string][2]string{"body": {file.Items[n].Body, request.Items[n].Body}, "hunk": {file.Items[n].Hunk, request.Items[n].Hunk}}[place[2]]
		if whole[0] != whole[1] || len(whole[0]) < 500 {
			t.Errorf("items[%d].%s of the file has %d bytes", n, place[2], len(whole[0]))
		}
	}
	if strings.Count(request.Prompt, "Last word on") != 2*sizeThreads+sizeReviews+sizeTalk {
		t.Error("the words for an agent that reads no file are not whole")
	}
}
