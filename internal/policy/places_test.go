package policy

import (
	"slices"
	"testing"
	"time"
)

func TestQuietHoursMayReachOverMidnight(t *testing.T) {
	berlin := time.FixedZone("one hour east", 3600)
	rows := []struct {
		quiet string
		zone  *time.Location
		now   string // in UTC
		until string // empty: not held
	}{
		{"", nil, "2026-11-21T03:00:00Z", ""},
		{"22:00-07:00", nil, "2026-11-21T21:59:59Z", ""},
		{"22:00-07:00", nil, "2026-11-21T22:00:00Z", "2026-11-22T07:00:00Z"},
		{"22:00-07:00", nil, "2026-11-22T06:59:59Z", "2026-11-22T07:00:00Z"},
		{"22:00-07:00", nil, "2026-11-22T07:00:00Z", ""},
		{"22:00-07:00", berlin, "2026-11-21T21:00:00Z", "2026-11-22T06:00:00Z"},
		{"12:00-13:30", nil, "2026-11-21T13:29:00Z", "2026-11-21T13:30:00Z"},
		{"12:00-13:30", nil, "2026-11-21T13:30:00Z", ""},
		{"12:00-12:00", nil, "2026-11-21T12:00:00Z", ""},
	}
	for _, row := range rows {
		now, err := time.Parse(time.RFC3339, row.now)
		if err != nil {
			t.Fatal(err)
		}
		until, held := Notify{Quiet: row.quiet, Zone: row.zone}.Held(now)
		if held != (row.until != "") || held && until.UTC().Format(time.RFC3339) != row.until {
			t.Errorf("%q at %s: held %v until %s, want %q", row.quiet, row.now, held, until.UTC(), row.until)
		}
	}
}

func TestQuestionsGoOnlyToPlacesThatExist(t *testing.T) {
	program := []string{"/usr/bin/page", "--me"}
	rows := []struct {
		name  string
		p     Policy
		want  []Place
		files bool
	}{
		{"by default on the pull request", Policy{Escalation: Escalation{To: []string{"comment", "label"}, Label: "needs-human"}}, nil, true},
		{"nowhere", Policy{}, nil, false},
		{"a webhook without an address", Policy{Escalation: Escalation{To: []string{"webhook"}}}, nil, false},
		{"a webhook", Policy{Escalation: Escalation{To: []string{"webhook"}}, Notify: Notify{To: []string{"desktop", "webhook_env:CHAT"}}}, []Place{"webhook:CHAT"}, true},
		{"a program, and no webhook", Policy{Escalation: Escalation{To: []string{"command"}}, Notify: Notify{To: []string{"webhook_env:CHAT"}, Commands: [][]string{program}}},
			[]Place{CommandPlace(program)}, true},
		{"a tracker without an issue", Policy{Escalation: Escalation{To: []string{"bd"}}}, nil, false},
		{"a tracker", Policy{Escalation: Escalation{To: []string{"bd"}, Issue: "shop-7"}}, []Place{"bd:shop-7"}, true},
		{"a label without a name", Policy{Escalation: Escalation{To: []string{"label"}}}, nil, false},
	}
	for _, row := range rows {
		if got := row.p.QuestionPlaces(); !slices.Equal(got, row.want) || row.p.Files() != row.files {
			t.Errorf("%s: %q, files %v", row.name, got, row.p.Files())
		}
	}
	if a, b := CommandPlace(program), CommandPlace([]string{"/usr/bin/page", "--you"}); a == b || a.Kind() != Command || a.Name() == "" {
		t.Errorf("two programs are one place: %q and %q", a, b)
	}
}
