package pull

import "testing"

func TestEveryPrintedFormOfAPullRequestIsRead(t *testing.T) {
	here := Ref{Owner: "acme", Repo: "shop"}
	cases := []struct{ text, want, item string }{
		{"42", "acme/shop#42", ""},
		{"#42", "acme/shop#42", ""},
		{"o/r.x#7", "o/r.x#7", ""},
		{"git.corp.example/o/r#7", "git.corp.example/o/r#7", ""},
		{"github.com/o/r#7", "o/r#7", ""},
		{"https://github.com/o/r/pull/7", "o/r#7", ""},
		{"https://github.com/o/r/pull/7/files#discussion_r99", "o/r#7", "discussion_r99"},
		{"https://git.corp.example:8443/o/r/pull/7#issuecomment-5", "git.corp.example:8443/o/r#7", "issuecomment-5"},
	}
	for _, c := range cases {
		ref, item, err := ParseRef(c.text, here)
		if err != nil || ref.String() != c.want || item != c.item {
			t.Errorf("%s: got %s %q %v, want %s %q", c.text, ref, item, err, c.want, c.item)
		}
	}
}

func TestWhatIsNoPullRequestIsRefused(t *testing.T) {
	for _, text := range []string{"42x", "0", "#", "a/b", "a/b#0", "https://github.com/o/r/issues/7", "-1", "", "99999999999999999999"} {
		if ref, _, err := ParseRef(text, Ref{Owner: "acme", Repo: "shop"}); err == nil {
			t.Errorf("%q: got %s, want a refusal", text, ref)
		}
	}
	if _, _, err := ParseRef("42", Ref{}); err == nil {
		t.Error("a bare number outside a repository was accepted")
	}
}
