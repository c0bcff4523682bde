package mark

import (
	"slices"
	"strings"
	"testing"
)

func TestWhatWasWrittenIsReadAgain(t *testing.T) {
	secret := Secret("one")
	m := Mark{Kind: Reply, Digest: DigestOf("reply/t1@1.2/fixed"), Word: "fixed"}
	got := secret.Read("acme/shop#42", "Fixed.\n\n"+secret.Write("acme/shop#42", m))
	if len(got) != 1 || got[0].Digest != m.Digest || got[0].Word != "fixed" || !got[0].Proved {
		t.Fatalf("got %+v", got)
	}
}

func TestAFindingsMarkCarriesItsCommitAndSignature(t *testing.T) {
	secret, word := Secret("one"), strings.Repeat("9f", 20)+".0a1b2c3d.00ff00ff00ff.123456789abc"
	m := Mark{Kind: Finding, Digest: DigestOf("finding/1"), Word: word}
	got := secret.Read("acme/shop#42", secret.Write("acme/shop#42", m))
	if len(got) != 1 || got[0].Word != word || !got[0].Proved {
		t.Fatalf("got %+v", got)
	}
	for name, long := range map[string]string{"too long": strings.Repeat("a", 121), "other letters": "A", "a blank": "a b"} {
		line := secret.Write("acme/shop#42", Mark{Kind: Finding, Digest: m.Digest, Word: long})
		if got := secret.Read("acme/shop#42", line); len(got) != 0 {
			t.Errorf("%s: got %+v, want no mark", name, got)
		}
	}
}

func TestACopiedOrAlteredMarkIsNotProved(t *testing.T) {
	secret := Secret("one")
	line := secret.Write("acme/shop#42", Mark{Kind: Reply, Digest: DigestOf("k"), Word: "fixed"})
	cases := map[string]struct {
		secret  Secret
		subject string
		line    string
	}{
		"another pull request": {secret, "acme/shop#43", line},
		"another secret":       {Secret("two"), "acme/shop#42", line},
		"another word":         {secret, "acme/shop#42", strings.Replace(line, "fixed", "declined", 1)},
	}
	for name, c := range cases {
		got := c.secret.Read(c.subject, c.line)
		if len(got) != 1 || got[0].Proved {
			t.Errorf("%s: got %+v, want one mark, not proved", name, got)
		}
	}
}

func TestTrailersAreReadFromTheLastParagraphOnly(t *testing.T) {
	message := "fix(cart): round once\n\nSettle-Item: t9@9.9\n\nWhy it was wrong.\n\n" + Trailers([]string{"t1@1.2", "t2@3.4"}, "fix/a")
	items, key := ReadTrailers(message)
	if !slices.Equal(items, []string{"t1@1.2", "t2@3.4"}) || key != DigestOf("fix/a") {
		t.Fatalf("got %v %v", items, key)
	}
}

func TestStripLeavesTheWords(t *testing.T) {
	body := "Fixed.\n\n" + Secret("s").Write("r", Mark{Kind: Ask, Digest: DigestOf("a")})
	if got := Strip(body); got != "Fixed." {
		t.Fatalf("got %q", got)
	}
}
