package policy

import (
	"testing"

	"github.com/settlehq/settle/internal/pull"
)

func TestWhoseWordsMayStartWork(t *testing.T) {
	e := Escalation{Steer: []string{"write", "friend"}}
	for _, c := range []struct {
		by     pull.Author
		steers bool
	}{
		{pull.Author{Login: "maria", Trust: pull.Maintainer}, true},
		{pull.Author{Login: "helper", Trust: pull.Contributor}, false},
		{pull.Author{Login: "stranger", Trust: pull.Outsider}, false},
		{pull.Author{Login: "Friend", Trust: pull.Outsider}, true}, // logins have no case
		{pull.Author{Login: "friend", Trust: pull.Outsider}, true},
		{pull.Author{Login: "write", Trust: pull.Outsider}, false}, // the word for a role is no name
		{pull.Author{Login: "unknown"}, true},
	} {
		if got := e.Steers(c.by); got != c.steers {
			t.Errorf("%s (%s): %v", c.by.Login, c.by.Trust, got)
		}
	}
}
