package feedback

import (
	"strings"
	"testing"
)

func TestAFindingThatCouldNotBePublishedIsRefused(t *testing.T) {
	good := Finding{Path: "cart/sum.go", Start: 3, Line: 9, Severity: "high", Confidence: 10, Title: "Off by one", Others: []Place{{Path: "a.go", Line: 1}}}
	if err := good.Check(); err != nil {
		t.Errorf("a good one: %v", err)
	}
	if err := (Finding{Severity: "low", Title: "No test at all"}).Check(); err != nil {
		t.Errorf("about the whole change: %v", err)
	}
	for want, spoil := range map[string]func(*Finding){
		"no title":                 func(f *Finding) { f.Title = " \n" },
		`severity is "HIGH"`:       func(f *Finding) { f.Severity = "HIGH" },
		`severity is ""`:           func(f *Finding) { f.Severity = "" },
		"confidence is 11":         func(f *Finding) { f.Confidence = 11 },
		`path is "../etc/passwd"`:  func(f *Finding) { f.Path = "../etc/passwd" },
		`path is "/etc/passwd"`:    func(f *Finding) { f.Path = "/etc/passwd" },
		`path is "a/../../b"`:      func(f *Finding) { f.Path = "a/../../b" },
		`path is "a\\b"`:           func(f *Finding) { f.Path = `a\b` },
		`path is "./a"`:            func(f *Finding) { f.Path = "./a" },
		"no file":                  func(f *Finding) { f.Path = "" },
		"lines are 3 to -1":        func(f *Finding) { f.Line = -1 },
		"lines are 12 to 9":        func(f *Finding) { f.Start = 12 },
		`side is "left"`:           func(f *Finding) { f.Side = "left" },
		`other place: its path is`: func(f *Finding) { f.Others = []Place{{Path: ".."}} },
	} {
		f := good
		spoil(&f)
		if err := f.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
