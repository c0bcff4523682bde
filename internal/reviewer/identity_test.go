package reviewer

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

func TestAReviewerIsItsIDOrItsWholeLogin(t *testing.T) {
	withID := policy.Definition{Accounts: []policy.Account{{ID: 175728472, Login: "copilot-pull-request-reviewer"}}}
	cases := []struct {
		says string
		def  policy.Definition
		by   pull.Author
		want bool
	}{
		{"GraphQL's spelling", bugbot, pull.Author{Login: "cursor"}, true},
		{"REST's spelling", bugbot, pull.Author{Login: "cursor[bot]"}, true},
		{"capitals", bugbot, pull.Author{Login: "Cursor"}, true},
		{"a longer login", bugbot, pull.Author{Login: "cursor-fan"}, false},
		{"a login with more in front", bugbot, pull.Author{Login: "xcursor"}, false},
		{"one letter more", bugbot, pull.Author{Login: "cursors"}, false},
		{"the suffix twice", bugbot, pull.Author{Login: "cursor[bot][bot]"}, false},
		{"a letter that looks alike", bugbot, pull.Author{Login: "сursor"}, false},
		{"nobody", bugbot, pull.Author{}, false},
		{"whom the host calls a user", bugbot, pull.Author{Login: "cursor", Kind: pull.Person}, true},
		{"the id, renamed", withID, pull.Author{Login: "renamed", ID: 175728472}, true},
		{"the login, of another id", withID, pull.Author{Login: "copilot-pull-request-reviewer", ID: 99}, false},
		{"the login, id not told", withID, pull.Author{Login: "copilot-pull-request-reviewer"}, true},
		{"a second account of the vendor", copilot, pull.Author{Login: "Copilot", ID: 198982749}, true},
		{"a definition without accounts", policy.Definition{}, pull.Author{}, false},
	}
	for _, c := range cases {
		if got := Is(c.def, c.by); got != c.want {
			t.Errorf("%s: got %v", c.says, got)
		}
	}
}

func TestWhoSpeaks(t *testing.T) {
	cases := []struct {
		by    pull.Author
		name  string
		known bool
	}{
		{cursor, "bugbot", true}, {pilot, "copilot", true}, {maria, policy.People, true},
		{pull.Author{Login: "Strange[bot]", Kind: pull.Bot}, "strange", false},
		{pull.Author{Login: "cursor-fan", Kind: pull.Person}, policy.People, true},
		{pull.Author{Login: "cursor", Kind: pull.Person}, "bugbot", true},
		{pull.Author{Login: "ghost", Kind: pull.Unknown}, "ghost", false},
	}
	for _, c := range cases {
		if name, known := NameOf(both, c.by, "words"); name != c.name || known != c.known {
			t.Errorf("%s: got %s, %v", c.by.Login, name, known)
		}
	}
}

func TestBotsThatNobodyNamedAreListedOnce(t *testing.T) {
	strange, other := pull.Author{Login: "strange[bot]", Kind: pull.Bot}, pull.Author{Login: "other", Kind: pull.Bot}
	s := look(bugbot, finding(strange, "h2", 5), comment(strange, 5, "hello"), review(other, pull.Commented, "h2", 5, "clean!"),
		comment(cursor, 5, "at work"), comment(maria, 5, "hm"), comment(dev, 5, "Fixed.")).Snapshot
	var logins []string
	for _, a := range Unnamed(s, both) {
		logins = append(logins, a.Login)
	}
	if got := strings.Join(logins, " "); got != "other strange[bot]" {
		t.Errorf("got %q", got)
	}
}
