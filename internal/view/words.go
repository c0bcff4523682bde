package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/policy"
)

// spaced prints an enumeration of the interface for people: its underscores are
// blanks.
func spaced(code string) string { return strings.ReplaceAll(code, "_", " ") }

// plural counts a noun, in English.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	switch {
	case strings.HasSuffix(noun, "sh"), strings.HasSuffix(noun, "s"):
		noun += "es"
	case strings.HasSuffix(noun, "y") && !strings.HasSuffix(noun, "ey"):
		noun = strings.TrimSuffix(noun, "y") + "ies"
	default:
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// list joins names as in speech.
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func dollars(m policy.Money) string { return fmt.Sprintf("$%.2f", m.USD()) }

// budget is a limit in dollars, without cents where it has none.
func budget(m policy.Money) string {
	if m%1e6 == 0 {
		return "$" + strconv.FormatInt(int64(m)/1e6, 10)
	}
	return dollars(m)
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// took prints a duration in its largest unit that says enough: 41 s, 3 min, 2 h, 5 d.
func took(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return strconv.Itoa(int(math.Round(d.Seconds()))) + " s"
	case d < 90*time.Minute:
		return strconv.Itoa(int(math.Round(d.Minutes()))) + " min"
	case d < 36*time.Hour:
		return strconv.Itoa(int(math.Round(d.Hours()))) + " h"
	}
	return strconv.Itoa(int(math.Round(d.Hours()/24))) + " d"
}
