package strictyaml_test

import (
	"testing"
	"time"

	"github.com/settlehq/settle/internal/strictyaml"
)

func TestDurationsHaveUnits(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "30m": 30 * time.Minute, "1h30m": 90 * time.Minute, "3d": 72 * time.Hour,
		"1d12h": 36 * time.Hour, "250ms": 250 * time.Millisecond, "1.5h": 90 * time.Minute, "0s": 0,
	} {
		if got, ok := strictyaml.ParseDuration(text); !ok || got != want {
			t.Errorf("%s: got %s, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "8", "-3d", "3 d", "1w", "h", "1h3d", "99999999999999h", "1e3s", "3d "} {
		if got, ok := strictyaml.ParseDuration(text); ok {
			t.Errorf("%q was read as %s", text, got)
		}
	}
}
