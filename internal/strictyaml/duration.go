package strictyaml

import (
	"regexp"
	"strconv"
	"time"
)

// durationForm is a row of numbers with units, days first.
var durationForm = regexp.MustCompile(`^(?:(\d{1,5})d)?((?:\d+(?:\.\d+)?(?:ms|s|m|h))*)$`)

// ParseDuration reads 90s, 30m, 1h30m and 3d; false for anything else. It
// reads nothing negative and no number without its unit.
func ParseDuration(text string) (time.Duration, bool) {
	m := durationForm.FindStringSubmatch(text)
	if m == nil || text == "" {
		return 0, false
	}
	days, _ := strconv.Atoi("0" + m[1])
	total := time.Duration(days) * 24 * time.Hour
	if m[2] == "" {
		return total, true
	}
	rest, err := time.ParseDuration(m[2])
	if err != nil || total+rest < total {
		return 0, false
	}
	return total + rest, true
}
