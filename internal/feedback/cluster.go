package feedback

import (
	"slices"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// ClusterSchema names the form of a cluster's brief (docs/cluster.md).
const ClusterSchema = "settle.cluster/1"

// Theme is what an ask is about: a word of a closed list that cluster holds.
type Theme string

// Cluster is a brief: open asks of one theme in one place, and the earlier ones
// that belong to them. It is context for whoever judges or fixes, never a gate
// before either. ID is the theme and the area, the same in every round in which
// both are. Items are the open asks; Prior are never work.
type Cluster struct {
	Schema     string   `json:"schema"`
	ID         string   `json:"id"`
	Theme      Theme    `json:"theme"`
	Area       string   `json:"area"` // a file, or the directory that holds all of them
	Files      []string `json:"files"`
	Items      []ItemID `json:"items"`
	Hypothesis string   `json:"hypothesis"` // one sentence, to be examined
	Prior      []Prior  `json:"prior"`
}

// LeastMembers of a cluster, open asks and earlier ones together.
const LeastMembers = 2

// Of narrows the cluster to some of its open asks, and tells whether what is
// left is still a cluster with something to do.
func (c Cluster) Of(asked []ItemID) (Cluster, bool) {
	c.Items = slices.DeleteFunc(slices.Clone(c.Items), func(id ItemID) bool { return !slices.Contains(asked, id) })
	return c, len(c.Items) > 0 && len(c.Items)+len(c.Prior) >= LeastMembers
}

// CrossRound: the cluster reaches back into earlier rounds.
func (c Cluster) CrossRound() bool { return len(c.Prior) > 0 }

// PreviouslyResolved marks every Prior.
const PreviouslyResolved = "previously_resolved"

// Prior is an ask that was settled before. It carries no words of anybody:
// where it was, when the last was said, and what became of it.
type Prior struct {
	ID          ItemID      `json:"id"`
	Category    Theme       `json:"category"`
	Path        string      `json:"path"`
	Line        int         `json:"line,omitempty"`
	Status      string      `json:"status"` // previously_resolved
	LastComment time.Time   `json:"last_comment_at"`
	Disposition Disposition `json:"disposition,omitempty"` // ours; empty where it was settled without us
	Commit      pull.Oid    `json:"commit,omitempty"`      // that fixed it
}

// ClusterReading is what a cluster was found to be.
type ClusterReading string

// The readings. The first three are of a cluster that reaches back into earlier
// rounds, the last two of one that does not.
const (
	BandAid              ClusterReading = "band_aid"               // the earlier fixes hid a cause: redo them at the root
	CorrectButIncomplete ClusterReading = "correct_but_incomplete" // they were right; siblings have the same fault
	SoundAndIndependent  ClusterReading = "sound_and_independent"  // they were right and whole; this is another matter
	Systemic             ClusterReading = "systemic"               // one cause
	Coincidental         ClusterReading = "coincidental"           // alike by chance
)

// ReadingsOf are the words that a reading of the cluster may be.
func (c Cluster) ReadingsOf() []ClusterReading {
	if c.CrossRound() {
		return []ClusterReading{BandAid, CorrectButIncomplete, SoundAndIndependent}
	}
	return []ClusterReading{Systemic, Coincidental}
}

// ClusterClaim is what a work says of a cluster, or of a part of it: an agent
// may split one. Searched names the files that were looked through for siblings.
// Prior is filled in by us, from the brief.
type ClusterClaim struct {
	ID       string         `json:"id"`
	Reading  ClusterReading `json:"reading"`
	Items    []ItemID       `json:"items"`
	Searched []string       `json:"searched,omitempty"`
	Prior    []ItemID       `json:"prior,omitempty"`
}

// Binds: the reading found that the items do belong together.
func (c ClusterClaim) Binds() bool {
	return c.Reading != SoundAndIndependent && c.Reading != Coincidental
}

// Recurrence is how often an ask has been here before: in its own thread, and,
// as Raised counts, in others that were settled in earlier rounds.
type Recurrence struct {
	Reopened   bool        `json:"reopened"`
	Attempts   int         `json:"attempt_count"`
	Raised     int         `json:"raised_before"`
	Prior      Disposition `json:"prior_disposition,omitempty"` // of an earlier version
	Commits    []pull.Oid  `json:"prior_commits,omitempty"`     // that were made for earlier versions
	FirstRound int         `json:"first_seen_round"`            // counted from 1; 0: not judged by an agent
}

// Recurs: the ask is not here for the first time.
func (r Recurrence) Recurs() bool {
	return r.Reopened || r.Attempts > 0 || r.Raised > 0 || r.Prior != "" || len(r.Commits) > 0
}
