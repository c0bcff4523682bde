package githubsim_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// audited is a pull request of another person, with a file of two hunks.
func audited(t *testing.T) *house {
	var long strings.Builder
	for n := range 60 {
		fmt.Fprintf(&long, "line %d\n", n+1)
	}
	changed := strings.NewReplacer("line 5\n", "line five\n", "line 50\n", "line fifty\n").Replace(long.String())
	text := strings.Replace(shop, "author: dev", "author: maria", 1) + "-- base/long.txt --\n" + long.String() + "-- head/long.txt --\n" + changed
	return open(t, text)
}

// standing is what everybody sees: comments, and reviews.
func (h *house) standing() string {
	h.t.Helper()
	return fmt.Sprintf("%d comments, %d reviews", len(h.get(repo+"/pulls/7/comments?per_page=100").list("")), len(h.get(repo+"/pulls/7/reviews").list("")))
}

// What the live service refuses of a review it refuses whole, and says so in a
// list beside a message that tells nothing.
func TestAReviewIsTakenWholeOrNotAtAll(t *testing.T) {
	h := audited(t)
	before := h.standing()
	good := `{"path": "cart.go", "line": 7, "side": "RIGHT", "body": "Good."}`
	for comment, reason := range map[string]string{
		`{"path": "cart.go", "line": 400, "body": "x"}`:                                "Line could not be resolved",
		`{"path": "long.txt", "line": 30, "body": "between the hunks"}`:                "Line could not be resolved",
		`{"path": "cart.go", "line": 7, "side": "LEFT", "body": "x"}`:                  "Line could not be resolved",
		`{"path": "nowhere.go", "line": 1, "body": "x"}`:                               "Path could not be resolved",
		`{"path": "cart.go", "line": 7, "start_line": 7, "body": "x"}`:                 "Pull request review thread start line must precede the end line.",
		`{"path": "cart.go", "line": 7, "start_line": 9, "body": "x"}`:                 "Pull request review thread start line must precede the end line.",
		`{"path": "long.txt", "line": 50, "start_line": 5, "body": "x"}`:               "Pull request review thread start line must be part of the same hunk as the line.",
		`{"path": "cart.go", "subject_type": "file", "body": "x"}`:                     `"subject_type" is not a permitted key.`,
		`{"path": "cart.go", "body": "x"}`:                                             `"line" wasn't supplied.`,
		`{"path": "cart.go", "line": 7, "body": ""}`:                                   "Body cannot be blank",
		`{"path": "cart.go", "line": 7, "body": "` + strings.Repeat("x", 65537) + `"}`: "Body is too long (maximum is 65536 characters)",
	} {
		a := h.post(repo+"/pulls/7/reviews", `{"event": "COMMENT", "body": "Two findings.", "comments": [`+good+`, `+comment+`]}`)
		h.status(a, http.StatusUnprocessableEntity)
		h.want(a, "message", "Unprocessable Entity")
		h.want(a, "errors.0", reason)
	}
	a := h.post(repo+"/pulls/7/reviews", `{"event": "COMMENT", "body": "x", "commit_id": "0123456789012345678901234567890123456789", "comments": [`+good+`]}`)
	h.want(a, "errors.0", "Commit is not part of the pull request")
	h.want(h.post(repo+"/pulls/7/reviews", `{"event": "COMMENT", "body": "`+strings.Repeat("x", 65537)+`"}`), "errors.0", "Body is too long (maximum is 65536 characters)")
	h.want(h.post(repo+"/pulls/7/reviews", `{"event": "SHOUT", "body": "x"}`), "errors.0", `"SHOUT" is no event of a review`)
	if after := h.standing(); after != before {
		t.Errorf("refused, and now %s stand, before %s", after, before)
	}
	h.status(h.post(repo+"/pulls/7/reviews", `{"event": "COMMENT", "body": "One finding.", "comments": [`+good+`]}`), http.StatusOK)
	if after := h.standing(); after == before {
		t.Error("a good one does not stand")
	}
}

func TestACommentOfItsOwnIsOnALineOrOnAFile(t *testing.T) {
	h := audited(t)
	path := repo + "/pulls/7/comments"
	for body, field := range map[string]string{
		`{"path": "cart.go", "line": 400, "body": "x"}`:                         "pull_request_review_thread.line",
		`{"path": "nowhere.go", "line": 1, "body": "x"}`:                        "pull_request_review_thread.path",
		`{"path": "nowhere.go", "subject_type": "file", "body": "x"}`:           "pull_request_review_thread.path",
		`{"path": "long.txt", "line": 50, "start_line": 5, "body": "x"}`:        "pull_request_review_thread.start_line",
		`{"path": "cart.go", "line": 7, "commit_id": "0123456", "body": "old"}`: "pull_request_review_thread.end_commit_oid",
	} {
		a := h.post(path, body)
		h.status(a, http.StatusUnprocessableEntity)
		h.want(a, "message", "Validation Failed")
		h.want(a, "errors.0.field", field)
	}
	h.status(h.post(path, `{"path": "cart.go", "body": "neither a line nor a file"}`), http.StatusUnprocessableEntity)
	a := h.post(path, `{"path": "long.txt", "subject_type": "file", "body": "Of the whole file."}`)
	h.status(a, http.StatusCreated)
	h.want(a, "line", nil)
	h.want(a, "subject_type", "file")
	h.want(h.post(path, `{"path": "long.txt", "line": 50, "start_line": 48, "body": "Of three lines."}`), "start_line", 48)
}

// On one's own pull request a review can only comment; while a draft review is
// open there is no other.
func TestWhoseReviewItIsDecidesWhatItMaySay(t *testing.T) {
	h := open(t, shop)
	path := repo + "/pulls/7/reviews"
	h.want(h.post(path, `{"event": "APPROVE", "body": "x"}`), "errors.0", "Can not approve your own pull request")
	h.want(h.post(path, `{"event": "REQUEST_CHANGES", "body": "x"}`), "errors.0", "Can not request changes on your own pull request")
	h.want(h.post(path, `{"event": "COMMENT", "body": "x"}`), "state", "COMMENTED")
	h.world(func(w *world.World, p *world.Pull) error { _, err := w.StartReview(p, "dev", "", ""); return err })
	h.want(h.post(path, `{"event": "COMMENT", "body": "x"}`), "errors.0", "User can only have one pending review per pull request")
	a := h.post(repo+"/pulls/7/comments", `{"path": "cart.go", "line": 7, "body": "x"}`)
	h.want(a, "errors.0.message", "User can only have one pending review per pull request")
}
