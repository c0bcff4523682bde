package pull

// Tip is a pull request's own state right before a deed, read by node id and
// not through the lists that make a Snapshot.
type Tip struct {
	Head          Oid
	Draft         bool
	State         State
	PendingReview bool    // our own unsubmitted review would swallow replies
	Thread        Thread  // the thread that was asked for, else the zero Thread
	Word          Comment // the comment, or the review, that was asked for, with its times
}

// Opening is a pull request to be opened as a draft: Branch is made at Head,
// unless a branch is there whose name begins with Family.
type Opening struct {
	Family, Branch string
	Head           Oid
	Base           string
	Title, Body    string
}

// Joined is what came of bringing the files of two commits together. They
// stand in a tree, and nothing is committed yet.
type Joined struct {
	Content   Oid      // what git made of both, with marks where it could not; empty: there was nothing to do
	Conflicts []string // paths that git could not bring together
}

// Change is one commit of a branch, as much as a rebase needs of it.
type Change struct {
	Commit Oid
	Author string // address of its author
}

// Posted is a comment, or a pull request, that the host has taken.
type Posted struct {
	ID  int64
	URL string
}

// ReviewDraft is a review to be submitted as a comment, in one request. Comments
// are about lines; one about a file stands alone.
type ReviewDraft struct {
	Head     Oid
	Body     string
	Comments []Inline
}

// Inline is a comment on the change. Line 0: the whole file; Start 0: only Line.
// Side is LEFT or RIGHT; empty: RIGHT.
type Inline struct {
	Path, Side  string
	Start, Line int
	Body        string
}
