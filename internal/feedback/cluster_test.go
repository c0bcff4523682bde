package feedback

import (
	"slices"
	"testing"
)

// A work that asks about a part of a cluster is told of that part, as long as
// it still is a cluster.
func TestAPartOfAClusterMustStillBeOne(t *testing.T) {
	three := Cluster{Items: []ItemID{"t1", "t2", "t3"}}
	again := Cluster{Items: []ItemID{"t1"}, Prior: []Prior{{ID: "t0"}}}
	cases := map[string]struct {
		cluster Cluster
		asked   []ItemID
		left    []ItemID
		is      bool
	}{
		"two of three":                 {three, []ItemID{"t3", "t1", "c9"}, []ItemID{"t1", "t3"}, true},
		"one of three":                 {three, []ItemID{"t2"}, []ItemID{"t2"}, false},
		"one, and one settled before":  {again, []ItemID{"t1"}, []ItemID{"t1"}, true},
		"only what was settled before": {again, []ItemID{"t0"}, nil, false},
		"nothing of it":                {three, nil, nil, false},
		"all of it":                    {three, []ItemID{"t1", "t2", "t3"}, []ItemID{"t1", "t2", "t3"}, true},
	}
	for name, c := range cases {
		got, is := c.cluster.Of(c.asked)
		if is != c.is || !slices.Equal(got.Items, c.left) {
			t.Errorf("%s: %v %v, want %v %v", name, got.Items, is, c.left, c.is)
		}
	}
	if len(three.Items) != 3 {
		t.Error("narrowing changed the cluster itself")
	}
}

func TestTheReadingsDependOnEarlierRounds(t *testing.T) {
	once, again := Cluster{Prior: []Prior{}}, Cluster{Prior: []Prior{{ID: "t0"}}}
	if got := once.ReadingsOf(); !slices.Equal(got, []ClusterReading{Systemic, Coincidental}) {
		t.Errorf("with an empty list of earlier ones: %v", got)
	}
	if got := again.ReadingsOf(); !slices.Equal(got, []ClusterReading{BandAid, CorrectButIncomplete, SoundAndIndependent}) {
		t.Errorf("with earlier ones: %v", got)
	}
	for reading, binds := range map[ClusterReading]bool{BandAid: true, CorrectButIncomplete: true, Systemic: true, SoundAndIndependent: false, Coincidental: false} {
		if (ClusterClaim{Reading: reading}).Binds() != binds {
			t.Errorf("%s binds its items: want %v", reading, binds)
		}
	}
}
