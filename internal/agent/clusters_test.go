package agent

import (
	"strings"
	"testing"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
)

// brief asks about two items, and one that was settled before.
func brief(task action.Task, prior ...feedback.Prior) Request {
	asked := asked(task)
	asked.Clusters = []feedback.Cluster{{ID: "bounds@cart", Items: []feedback.ItemID{"t1", "t2"}, Prior: prior}}
	return asked
}

func fixed(clusters ...feedback.ClusterClaim) Report {
	return Report{Schema: ReportSchema, Task: action.Fix, Clusters: clusters, Outcomes: []Outcome{
		{Item: "t1", Outcome: feedback.Fixed, Summary: "bounded"}, {Item: "t2", Outcome: feedback.Fixed, Summary: "bounded"},
	}}
}

func claim(reading feedback.ClusterReading, items ...feedback.ItemID) feedback.ClusterClaim {
	c := feedback.ClusterClaim{ID: "bounds@cart", Reading: reading, Items: items}
	if reading == feedback.CorrectButIncomplete {
		c.Searched = []string{"cart/total.go"}
	}
	return c
}

func TestAFixOfWhatCameBackNamesItsReading(t *testing.T) {
	again := brief(action.Fix, feedback.Prior{ID: "t0", Status: feedback.PreviouslyResolved})
	unsearched := claim(feedback.CorrectButIncomplete, "t1", "t2")
	unsearched.Searched = nil
	cases := map[string]struct {
		report Report
		wrong  string
	}{
		"redone at the root":       {fixed(claim(feedback.BandAid, "t1", "t2")), ""},
		"siblings searched":        {fixed(claim(feedback.CorrectButIncomplete, "t1", "t2")), ""},
		"split in two readings":    {fixed(claim(feedback.BandAid, "t1"), claim(feedback.SoundAndIndependent, "t2")), ""},
		"not read":                 {fixed(), "no reading of t1"},
		"read in part":             {fixed(claim(feedback.BandAid, "t1")), "no reading of t2"},
		"siblings not named":       {fixed(unsearched), "no searched file is named"},
		"a reading of one round":   {fixed(claim(feedback.Systemic, "t1", "t2")), `reading is "systemic"`},
		"an item that was settled": {fixed(claim(feedback.BandAid, "t0", "t1", "t2")), `"t0" is none of its open items`},
		"an item in two parts":     {fixed(claim(feedback.BandAid, "t1", "t2"), claim(feedback.BandAid, "t2")), "in it twice"},
		"no item":                  {fixed(claim(feedback.BandAid)), "names no item"},
		"made up":                  {fixed(feedback.ClusterClaim{ID: "style@cart", Reading: feedback.BandAid, Items: []feedback.ItemID{"t1"}}), "never made up"},
	}
	for name, c := range cases {
		err := c.report.Check(again)
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%s: got %v, want %q", name, err, c.wrong)
		}
	}
}

func TestWithoutEarlierRoundsTwoReadingsAreLeftAndNoneIsOwed(t *testing.T) {
	asked := brief(action.Fix)
	for reading, good := range map[feedback.ClusterReading]bool{feedback.Systemic: true, feedback.Coincidental: true, feedback.BandAid: false} {
		if err := fixed(claim(reading, "t1", "t2")).Check(asked); (err == nil) != good {
			t.Errorf("%s: %v", reading, err)
		}
	}
	if err := fixed().Check(asked); err != nil {
		t.Error(err)
	}
}

func TestATriageMayReadAClusterAndOwesNoReading(t *testing.T) {
	asked := brief(action.Triage, feedback.Prior{ID: "t0"})
	r := Report{Schema: ReportSchema, Task: action.Triage, Judgments: []Judgment{
		{Item: "t1", Class: feedback.Valid, Reason: "so"}, {Item: "t2", Class: feedback.Valid, Reason: "so", Primary: "t1"},
	}}
	if err := r.Check(asked); err != nil {
		t.Error(err)
	}
	r.Clusters = []feedback.ClusterClaim{claim(feedback.BandAid, "t1", "t2")}
	if err := r.Check(asked); err != nil {
		t.Error(err)
	}
	r.Clusters[0].Reading = "perhaps"
	if err := r.Check(asked); err == nil {
		t.Error("an unknown reading was taken")
	}
}

func TestTheWordsForAModelNameTheFileThatHoldsTheRest(t *testing.T) {
	r := Request{Prompt: "whole", Short: "cut; the rest is in {request}"}
	if got := r.Words("", ""); got != "whole" {
		t.Errorf("an agent that reads no file was told %q", got)
	}
	if got := r.Words("/run/request.json", ""); got != "cut; the rest is in /run/request.json" {
		t.Errorf("got %q", got)
	}
	data, err := r.Encode()
	if err != nil || strings.Contains(string(data), "whole") || strings.Contains(string(data), "cut;") {
		t.Errorf("the file holds the words too: %s, %v", data, err)
	}
}
