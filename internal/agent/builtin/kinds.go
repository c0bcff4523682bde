package builtin

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/agent"
)

var (
	// quotas are the words in which services say that no more work is paid for.
	quotas = regexp.MustCompile(`(?i)usage limit|session limit|weekly limit|\d-hour limit|rate.?limit|quota|resource.?exhausted|too many requests|\b429\b|` +
		`insufficient (?:credit|balance|funds)|credit balance is too low|out of (?:extra )?(?:credits|usage)|premium requests?\b.*\b(?:exceeded|used up)|payment required|\b402\b`)
	// signIns are those in which they say that they do not know us.
	signIns = regexp.MustCompile(`(?i)not (?:logged|signed) in|please (?:run )?/?log ?in|invalid api key|incorrect api key|api key not (?:found|valid|set)|missing api key|no api key|` +
		`no authentication information|authentication (?:required|failed|error)|unauthori[sz]ed|\b401\b|must specify the \w+ environment variable|set an auth method|invalid auth method`)

	stamp    = regexp.MustCompile(`\|(\d{10})\b|(?:resets?_at|reset at|until)\D{0,4}(\d{10})\b`)
	dateTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`)
	span     = regexp.MustCompile(`(?i)(?:again|resets?|retry|wait)[^.\n]{0,20}?\b(?:in|after) ((?:\d+\s*(?:days?|hours?|minutes?|seconds?|[dhms])\b[ ,]*(?:and )?)+)`)
	spanPart = regexp.MustCompile(`(?i)(\d+)\s*(d|h|m|s)`)
)

// kindOf reads a failure's words. Only what the agent or its service says of
// itself is given to it, never what the model wrote.
func kindOf(text string) (agent.Kind, time.Time) {
	switch {
	case quotas.MatchString(text):
		return agent.Quota, untilOf(text, time.Now())
	case signIns.MatchString(text):
		return agent.Absent, time.Time{}
	}
	return agent.Crashed, time.Time{}
}

// untilOf is when a quota ends; zero where it is not told in a form that leaves
// no doubt. A time of day without a zone is such a doubt.
func untilOf(text string, now time.Time) time.Time {
	if m := stamp.FindStringSubmatch(text); m != nil {
		seconds, err := strconv.ParseInt(m[1]+m[2], 10, 64)
		if err == nil {
			return time.Unix(seconds, 0).UTC()
		}
	}
	if at, err := time.Parse(time.RFC3339Nano, dateTime.FindString(text)); err == nil {
		return at.UTC()
	}
	m := span.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}
	}
	units := map[string]time.Duration{"d": 24 * time.Hour, "h": time.Hour, "m": time.Minute, "s": time.Second}
	var wait time.Duration
	for _, part := range spanPart.FindAllStringSubmatch(m[1], -1) {
		n, _ := strconv.Atoi(part[1])
		wait += time.Duration(n) * units[strings.ToLower(part[2])]
	}
	return now.Add(wait).UTC()
}
