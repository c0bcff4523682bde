package app

import "testing"

func TestGitIsWhereTheHostServesItsPages(t *testing.T) {
	for api, want := range map[string]string{
		"https://api.github.com": "https://github.com", "https://api.acme.ghe.com": "https://acme.ghe.com",
		"https://git.acme.test/api/v3": "https://git.acme.test", "http://127.0.0.1:8080": "http://127.0.0.1:8080",
		"https://127.0.0.1:8443/api/v3": "https://127.0.0.1:8443",
	} {
		if got := webOf(api); got != want {
			t.Errorf("%s: %s, want %s", api, got, want)
		}
	}
}
