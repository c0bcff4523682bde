package view

import (
	"fmt"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// Inventory is settle.inventory/1: an inventory file that keeps all its rules.
// Resume is what a tool does that finds it: resume_or_discard, from_inventory or
// orphan.
type Inventory struct {
	Schema   string    `json:"schema"`
	At       time.Time `json:"at"`
	Ref      string    `json:"ref"`
	URL      string    `json:"url"`
	File     string    `json:"file"`
	Fix      int       `json:"fix"`
	Skip     int       `json:"skip"`
	Escalate int       `json:"escalate"`
	Phase    string    `json:"last_completed_phase"`
	Resume   string    `json:"resume"`
}

// NewInventory tells of a file: its items by classification, and how far it says
// that the work came.
func NewInventory(at time.Time, ref pull.Ref, file string, counts map[string]int, phase, resume string) Inventory {
	return Inventory{
		Schema: "settle.inventory/1", At: stamp(at), Ref: ref.String(), URL: urlOf(ref), File: file,
		Fix: counts["FIX"], Skip: counts["SKIP"], Escalate: counts["ESCALATE"], Phase: phase, Resume: resume,
	}
}

// Resumes says in words what a file asks for.
var Resumes = map[string]string{
	"resume_or_discard": "the work broke off before it was handed on: settle run goes on from what the branch shows, or remove the file",
	"from_inventory":    "everything is fixed and pushed, and answers are due: settle inventory apply says them",
	"orphan":            "everything was said; the file may go",
}

// Text is two lines.
func (i Inventory) Text(p Page) string {
	line := fmt.Sprintf("%s  %s in %s: %d FIX, %d SKIP, %d ESCALATE", i.Ref, plural(i.Fix+i.Skip+i.Escalate, "item"), clean(i.File), i.Fix, i.Skip, i.Escalate)
	return p.wrap(line, 0, 2) + "\n  " + p.wrap(i.Phase+": "+Resumes[i.Resume], 2, 2) + "\n"
}
