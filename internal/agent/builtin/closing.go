package builtin

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/agent"
)

// form is how an agent writes what it does: one event a line. It takes an event
// into the closing, and gives a line for a person; "" is nothing to tell. A
// line that is no event of this form changes nothing: output is untrusted, and
// other programs write into it.
type form interface {
	event(line []byte, c *closing) (tell string)
}

// closing is what the last events of a run say.
type closing struct {
	text    string  // the last message
	failure string  // what went wrong, in the agent's words
	spent   bool    // it stopped because its turns or its money were spent
	cost    float64 // US dollars
	model   string
	ended   bool // the event that ends a run was there
}

// said is the end of what the agent told, for a person.
func (c closing) said(out []byte) string {
	text := c.text
	if text == "" {
		text = string(out)
	}
	text = strings.TrimSpace(text)
	return "… " + strings.Join(strings.Fields(text[max(0, len(text)-400):]), " ")
}

// readOutput reads what a run has left. One object over many lines, or a list of
// events, is the same to it.
func readOutput(f form, out []byte) closing {
	var c closing
	for _, line := range events(out) {
		f.event(line, &c)
	}
	return c
}

func events(out []byte) [][]byte {
	trimmed := bytes.TrimSpace(out)
	var list []json.RawMessage
	if json.Unmarshal(trimmed, &list) == nil {
		lines := make([][]byte, len(list))
		for i := range list {
			lines[i] = list[i]
		}
		return lines
	}
	if json.Valid(trimmed) {
		return [][]byte{trimmed}
	}
	return bytes.Split(trimmed, []byte("\n"))
}

// progress turns events into lines for a person; nil where nobody watches.
func progress(f form, line func(string)) func(string) {
	if line == nil {
		return nil
	}
	var c closing
	return func(text string) {
		if tell := f.event([]byte(text), &c); tell != "" {
			line(tell)
		}
	}
}

// firstLine is a message as one line for a person.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if runes := []rune(line); len(runes) > 200 {
		line = string(runes[:199]) + "…"
	}
	return line
}

// reportIn finds a report that is the whole of a message, with or without a
// fence. One that stands in the middle may be somebody's words that were quoted.
func reportIn(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "```"); ok {
		_, rest, _ = strings.Cut(rest, "\n")
		if text, ok = strings.CutSuffix(strings.TrimSpace(rest), "```"); !ok {
			return "", false
		}
		text = strings.TrimSpace(text)
	}
	return text, strings.HasPrefix(text, "{") && json.Valid([]byte(text))
}

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
