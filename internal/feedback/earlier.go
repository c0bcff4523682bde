package feedback

// Earlier is a published finding as a reviewer is told of it again: with what
// became of it, and with what its file has gone through since. All words of it
// are data.
type Earlier struct {
	Published
	Diff  string   `json:"diff,omitempty"`  // of its file, from the commit that it was found at to the head, renames followed; empty: no change, or see Notes
	Notes []string `json:"notes,omitempty"` // what of this is not as it should be: the file is gone, the commit is gone and what stood in for it
}
