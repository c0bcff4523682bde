package view

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// subjectLimit bounds the first line of a commit, whyLimit its paragraph, in characters.
const subjectLimit, whyLimit = 100, 2000

// Commit is the message of a commit that answers items: the subject names the
// pull request and the first item's comment, the last paragraph holds our
// trailers. Words that look like a credential are left out. Items may be
// empty; then the subject names the pull request alone.
func Commit(ref pull.Ref, items []feedback.Standing, summary, why string, key action.Key) string {
	var names []string
	for _, st := range items {
		names = append(names, st.Item.At().String())
	}
	text := subject(ref, items, plain(summary, subjectLimit)) + "\n\n"
	if why = plain(why, whyLimit); why != "" {
		text += fold(why, 72) + "\n\n"
	}
	return text + mark.Trailers(names, string(key))
}

// MergeCommit is the message of a commit that brings a base branch into ours,
// with the files that git could not bring together by itself.
func MergeCommit(base, head string, solved []string, key action.Key) string {
	text := fmt.Sprintf("Merge %s into %s\n\n", plain(base, subjectLimit), plain(head, subjectLimit))
	if len(solved) > 0 {
		text += fold(plain("Conflicts were solved in "+strings.Join(solved, ", "), whyLimit), 72) + "\n\n"
	}
	return text + mark.Trailers(nil, string(key))
}

// Together sums up a commit that makes a branch pass the checks with its base in it.
func Together(base string) string { return "make it pass together with " + base }

func subject(ref pull.Ref, items []feedback.Standing, summary string) string {
	head := "fix"
	if scope := scopeOf(items); scope != "" {
		head += "(" + scope + ")"
	}
	tail := fmt.Sprintf(" (PR #%d%s)", ref.Number, commentOf(items))
	if summary = strings.TrimRight(lowerFirst(summary), ". "); summary == "" {
		summary = "answer review feedback"
	}
	return head + ": " + cut(summary, subjectLimit-len([]rune(head+": "+tail))) + tail
}

// scopeOf is the base name of the first item's directory, else of its file.
func scopeOf(items []feedback.Standing) string {
	if len(items) == 0 || items[0].Item.Where.Path == "" {
		return ""
	}
	place := items[0].Item.Where.Path
	name := path.Base(path.Dir(place))
	if name == "." || name == "/" {
		name = path.Base(place)
		if ext := path.Ext(name); ext != name {
			name = strings.TrimSuffix(name, ext)
		}
	}
	return cut(scopeUnfit.ReplaceAllString(strings.ToLower(name), ""), 20)
}

var scopeUnfit = regexp.MustCompile(`[^a-z0-9._-]+`)

// commentOf names the first item by the number that GitHub shows in its address.
func commentOf(items []feedback.Standing) string {
	if len(items) == 0 {
		return ""
	}
	id := string(items[0].Item.ID)
	number := strings.TrimLeftFunc(id, unicode.IsLetter)
	switch items[0].Item.ID.Kind() {
	case feedback.ReviewFinding:
		return " review " + number
	case feedback.CheckItem:
		return " check " + number
	}
	return " comment " + number
}

// closing are the words by which a commit closes an issue of the repository.
var closing = regexp.MustCompile(`(?i)\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(:?\s+)([\w.-]+/[\w.-]+)?#(\d)`)

// plain makes words fit for a commit message, which notifies people and closes
// issues as a comment does.
func plain(text string, limit int) string {
	if Secret(text) {
		return ""
	}
	return words(closing.ReplaceAllString(text, "${1}${2}${3}number ${4}"), limit)
}

// lowerFirst leaves names such as URL or HTTPClient alone.
func lowerFirst(text string) string {
	runes := []rune(text)
	if len(runes) > 1 && unicode.IsUpper(runes[0]) && unicode.IsLower(runes[1]) {
		if word, _, _ := strings.Cut(text, " "); word[1:] == strings.ToLower(word[1:]) && !strings.ContainsAny(word, "._(") {
			runes[0] = unicode.ToLower(runes[0])
		}
	}
	return string(runes)
}

// fold breaks a paragraph into lines of at most width characters where it has blanks.
func fold(text string, width int) string {
	var out strings.Builder
	used := 0
	for i, word := range strings.Fields(text) {
		size := len([]rune(word))
		switch {
		case i == 0:
		case used+1+size > width:
			out.WriteByte('\n')
			used = 0
		default:
			out.WriteByte(' ')
			used++
		}
		out.WriteString(word)
		used += size
	}
	return out.String()
}
