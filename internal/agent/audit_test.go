package agent

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

func TestAnAuditThatCouldNotBePublishedIsRefused(t *testing.T) {
	plain, examining := Request{Task: action.Audit}, Request{Task: action.Audit, Examine: make([]feedback.Finding, 2)}
	one := `{"path":"a.go","line":3,"severity":"high","title":"T","body":"B"}`
	for want, c := range map[string]struct {
		asked  Request
		report string
	}{
		"title or body is empty":                   {plain, `"findings":[` + one + `,{"severity":"low","title":"T"}]`},
		`finding 1: its severity is "catastrophe"`: {plain, `"findings":[` + strings.Replace(one, "high", "catastrophe", 1) + `]`},
		"finding 1: its path":                      {plain, `"findings":[` + strings.Replace(one, "a.go", "../a.go", 1) + `]`},
		`unknown field "mood"`:                     {plain, `"findings":[` + strings.Replace(one, `"line"`, `"mood":1,"line"`, 1) + `]`},
		"cannot unmarshal string":                  {plain, `"retained_issues":"all of them"`},
		"there is no finding 1":                    {plain, `"examined":[{"finding":1,"confidence":3}]`},
		"there is no finding 3":                    {examining, `"examined":[{"finding":3,"confidence":3}]`},
		"finding 2 stands twice":                   {examining, `"examined":[{"finding":2,"confidence":3},{"finding":2,"confidence":9}]`},
		"has the confidence 0":                     {examining, `"examined":[{"finding":2}]`},
		"has 11 questions":                         {examining, `"examined":[{"finding":2,"confidence":3,"questions":[` + strings.Repeat(`{"question":"q","answer":"a"},`, 10) + `{"question":"q","answer":"a"}]}]`},
		"findings are reported":                    {examining, `"findings":[` + one + `]`},
	} {
		_, err := DecodeReport([]byte(`{"schema":"settle.report/1","task":"audit",`+c.report+`}`), c.asked)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// What is not said of earlier findings is told from what is said to be none.
func TestRetainedIsAbsentEmptyOrAList(t *testing.T) {
	for report, want := range map[string]string{`"summary":"x"`: "absent", `"retained_issues":null`: "absent", `"retained_issues":[]`: "", `"retained_issues":["aa","nobody"]`: "aa nobody"} {
		r, err := DecodeReport([]byte(`{"schema":"settle.report/1","task":"audit",`+report+`}`), Request{Task: action.Audit})
		got := "absent"
		if r.Retained != nil {
			got = strings.Join(*r.Retained, " ")
		}
		if err != nil || got != want {
			t.Errorf("%s is read as %q, %v", report, got, err)
		}
	}
}

func TestSeveritiesOfAnAuditAreBroughtToOurWords(t *testing.T) {
	report := `{"schema":"settle.report/1","task":"audit","findings":[{"severity":"HIGH","title":"T","body":"B"},{"title":"T","body":"B"},{"severity":"warning","title":"T","body":"B"}]}`
	r, err := DecodeReport([]byte(report), Request{Task: action.Audit})
	if err != nil || r.Findings[0].Severity+r.Findings[1].Severity+r.Findings[2].Severity != "highmediummedium" {
		t.Errorf("%v, %+v", err, r.Findings)
	}
}
