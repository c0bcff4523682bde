package scenario

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/strictyaml"
)

// Clock is how scripted time passes: by steps, or at a multiple of real time.
type Clock struct {
	Step  bool    // jump to the next event when everybody waits
	Speed float64 // else scripted seconds per real second; 1 is real time
}

// DecodeYAML reads `step` or `60x`.
func (c *Clock) DecodeYAML(n strictyaml.Node) {
	if !n.Wants(strictyaml.Text) {
		return
	}
	text, _ := n.Text()
	if text == "step" {
		*c = Clock{Step: true}
		return
	}
	number, found := strings.CutSuffix(text, "x")
	speed, err := strconv.ParseFloat(number, 64)
	if !found || err != nil || speed <= 0 || speed > 1e6 {
		n.Refuse(strictyaml.Problem{
			What: fmt.Sprintf("clock cannot be %q", text), Allowed: []string{"step", "1x", "60x or any other speed"},
		})
		return
	}
	*c = Clock{Speed: speed}
}

// Duration is a length of scripted time, written 90s, 2m, 1h30m or 3d; it may
// be negative where a file looks back.
type Duration time.Duration

// DecodeYAML reads one duration.
func (d *Duration) DecodeYAML(n strictyaml.Node) {
	text, _ := n.Text()
	v, ok := ParseDuration(text)
	if !ok {
		n.Refuse(badTime(n, text))
		return
	}
	*d = Duration(v)
}

// String writes the duration the way files do.
func (d Duration) String() string { return time.Duration(d).String() }

// Span is a duration, or a range in which one is drawn for each event.
type Span struct{ Min, Max time.Duration }

// DecodeYAML reads `3m` or `2m..6m`.
func (s *Span) DecodeYAML(n strictyaml.Node) {
	text, _ := n.Text()
	from, to, ranged := strings.Cut(text, "..")
	if !ranged {
		to = from
	}
	low, okLow := ParseDuration(from)
	high, okHigh := ParseDuration(to)
	if !okLow || !okHigh || low < 0 || high < low {
		p := badTime(n, text)
		p.Allowed = append(p.Allowed, "2m..6m")
		n.Refuse(p)
		return
	}
	*s = Span{Min: low, Max: high}
}

// Pick is the point of the range at a share of it; share lies in [0, 1).
func (s Span) Pick(share float64) time.Duration {
	return s.Min + time.Duration(share*float64(s.Max-s.Min))
}

func badTime(n strictyaml.Node, text string) strictyaml.Problem {
	return strictyaml.Problem{
		What: fmt.Sprintf("%s cannot be %q: not a time", n.Name(), text), Allowed: []string{"90s", "30m", "1h30m", "3d"},
	}
}

var durationForm = regexp.MustCompile(`^-?(\d+(\.\d+)?(ms|s|m|h|d))+$`)
var days = regexp.MustCompile(`(\d+)d`)

// ParseDuration reads 90s, 30m, 1h30m, 3d and -2h; false for anything else. A
// bare 0 is allowed, any other number needs its unit.
func ParseDuration(text string) (time.Duration, bool) {
	if text == "0" {
		return 0, true
	}
	if !durationForm.MatchString(text) {
		return 0, false
	}
	var long int64
	text = days.ReplaceAllStringFunc(text, func(one string) string {
		n, _ := strconv.ParseInt(one[:len(one)-1], 10, 32)
		long += n
		return ""
	})
	sign := time.Duration(1)
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		sign, text = -1, rest
	}
	total := time.Duration(long) * 24 * time.Hour
	if text != "" {
		short, err := time.ParseDuration(text)
		if err != nil {
			return 0, false
		}
		total += short
	}
	return sign * total, true
}
