package githubsim

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/githubsim/graphql"
)

// call is one request of an API, with what it is to the faults and the limits.
type call struct {
	request  *http.Request
	path     string // without the prefix of an Enterprise Server
	graphql  bool
	document *graphql.Document
	refused  []graphql.Error // why a document is none
	disturb  graphql.Disturb
	problem  string
	deed     string // what kind of deed it is; empty for a read
	slept    time.Duration
	dropped  bool
}

// largestBody that is read, as the host's own bound.
const largestBody = 8 << 20

// newCall reads a request whole.
func newCall(r *http.Request) *call {
	c := &call{request: r.Clone(r.Context()), path: r.URL.Path}
	if rest, ok := strings.CutPrefix(c.path, "/api/v3"); ok && (rest == "" || rest[0] == '/') {
		c.path = rest
		c.request.URL.Path = "/" + strings.TrimPrefix(rest, "/")
		c.request.URL.RawPath = ""
	}
	c.graphql = c.path == "/graphql" || c.path == "/api/graphql"
	body, err := io.ReadAll(io.LimitReader(r.Body, largestBody))
	if err != nil {
		c.problem = "Problems reading the body"
		return c
	}
	c.request.Body = io.NopCloser(bytes.NewReader(body))
	if c.graphql {
		c.parse(body)
	} else {
		c.deed = deedOfREST(r.Method, c.path, body)
	}
	return c
}

func (c *call) parse(body []byte) {
	if c.request.Method != http.MethodPost {
		c.problem = "A query attribute must be specified and must be a string."
		return
	}
	var asked graphql.Request
	if err := json.Unmarshal(body, &asked); err != nil || asked.Query == "" {
		c.problem = "Problems parsing JSON"
		return
	}
	c.document, c.refused = graphql.Read(asked)
	if c.document != nil && c.document.Mutates() {
		for _, root := range c.document.Roots() {
			c.deed = mutations[root]
		}
	}
}

// changes reports that the request is no read.
func (c *call) changes() bool {
	if c.graphql {
		return c.document != nil && c.document.Mutates()
	}
	return c.request.Method != http.MethodGet && c.request.Method != http.MethodHead
}

// mutations are the kinds of deed that a GraphQL mutation can be.
var mutations = map[string]string{
	"addPullRequestReviewThreadReply": "reply", "addPullRequestReviewComment": "reply", "addComment": "reply", "resolveReviewThread": "resolve",
	"requestReviews": "ask", "requestReviewsByLogin": "ask", "markPullRequestReadyForReview": "ready", "addLabelsToLabelable": "tell",
	"deleteIssueComment": "retract", "deletePullRequestReviewComment": "retract",
}

// hidden is the comment that programs leave to know their words again; its
// first word tells a question to a reviewer from an answer.
var hidden = regexp.MustCompile(`(?s)<!--\s*\S+\s+(ask|reply|report|tell|followup|finding|review)\b`)

// deedOfREST tells what a change through REST means on a pull request.
func deedOfREST(method, path string, body []byte) string {
	end := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.HasSuffix(path, word) })
	}
	switch {
	case method == http.MethodGet || method == http.MethodHead:
		return ""
	case method == http.MethodDelete && strings.Contains(path, "/comments/"):
		return "retract"
	case end("/replies"):
		return "reply"
	case end("/reviews"):
		return "review"
	case end("/requested_reviewers"):
		return "ask"
	case end("/labels"):
		return "tell"
	case end("/rerequest", "/rerun", "/rerun-failed-jobs"):
		return "rerun"
	case end("/issues", "/pulls"):
		return "followup"
	case !end("/comments"):
		return ""
	}
	if m := hidden.FindSubmatch(body); m != nil {
		if word := string(m[1]); word != "report" {
			return word
		}
		return "tell"
	}
	var said struct{ Body string }
	if json.Unmarshal(body, &said) == nil && len(strings.Fields(said.Body)) <= 3 {
		return "ask" // a phrase that stands alone
	}
	return "tell"
}

// hits tells whether a fault's target is this request.
func (c *call) hits(hit string) bool {
	if method, glob, ok := strings.Cut(hit, " "); ok {
		return method == c.request.Method && pathMatches(glob, c.path)
	}
	switch {
	case hit == "observe":
		return !c.changes()
	case hit == c.deed:
		return true
	}
	return c.document != nil && c.document.Asks(hit)
}

// page of the list that a fault speaks of, from 1.
func (c *call) page(hit string, size int) int {
	if c.document != nil {
		return c.document.PageOf(hit, size)
	}
	number, err := strconv.Atoi(c.request.URL.Query().Get("page"))
	if err != nil {
		return 1
	}
	return max(number, 1)
}

// pathMatches takes * for any text, across slashes.
func pathMatches(glob, path string) bool {
	parts := strings.Split(glob, "*")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	matched, _ := regexp.MatchString("^"+strings.Join(parts, ".*")+"$", path)
	return matched
}
