package github

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// The forms of the answers, by the fields of the documents in queries/. A
// pointer is a field that the host may leave null.

// who is an account. Teams have a slug and no login.
type who struct {
	Typename   string `json:"__typename"`
	Login      string
	Slug       string
	DatabaseID int64
}

func (w *who) author(association string) pull.Author {
	if w == nil {
		return pull.Author{Kind: pull.Unknown}
	}
	kind := pull.Unknown
	switch w.Typename {
	case "User", "Mannequin", "EnterpriseUserAccount":
		kind = pull.Person
	case "Bot":
		kind = pull.Bot
	}
	a := pull.Author{Login: pull.NormalLogin(w.Login), ID: w.DatabaseID, Kind: kind, Association: association}
	if association != "" {
		a.Trust = pull.TrustOf(association)
	}
	return a
}

type pageInfo struct {
	HasNextPage bool
	EndCursor   string
}

// list is one page of a connection whose nodes are kept as they came: their
// text is what tells whether something changed.
type list struct {
	TotalCount int
	PageInfo   pageInfo
	Nodes      []json.RawMessage
}

// last is how a set of reactions is told from an earlier one.
type last struct {
	TotalCount int
	Nodes      []struct{ DatabaseID int64 }
}

type oid struct{ Oid pull.Oid }

// tick is the answer to the ordinary look.
type tick struct {
	Viewer struct {
		Login      string
		DatabaseID int64
	}
	Repository *struct {
		NameWithOwner    string
		ViewerPermission string
		DefaultBranchRef *struct{ Name string }
		PullRequest      *row
	}
}

// row is the pull request as the ordinary look shows it.
type row struct {
	ID, URL, Title, State                           string
	IsDraft, IsCrossRepository, MaintainerCanModify bool
	IsInMergeQueue                                  bool
	HeadRefOid, BaseRefOid                          pull.Oid
	HeadRefName, BaseRefName                        string
	Mergeable, MergeStateStatus, AuthorAssociation  string
	ReviewDecision                                  string
	HeadRepository                                  *struct{ NameWithOwner string }
	Author                                          *who
	BaseRef                                         *struct {
		AssociatedPullRequests *struct{ Nodes []stacked }
		Target                 *struct {
			Oid             pull.Oid
			File, Elsewhere *oid
		}
	}
	Labels *struct {
		TotalCount int
		Nodes      []struct{ Name string }
	}
	ReviewRequests *struct {
		TotalCount int
		Nodes      []struct{ RequestedReviewer *who }
	}
	Reactions                        *last
	Drafts                           *struct{ Nodes []struct{ ID string } }
	Reviews, Comments, ReviewThreads *list
	TimelineItems                    *struct {
		FilteredCount int
		Nodes         []struct{ ID string }
	}
	StatusCheckRollup *struct{ Contexts *list }
	Tip               *tip
}

// tip is the head with the runs of the repository's workflows.
type tip struct {
	Nodes []struct {
		Commit struct {
			Oid         pull.Oid
			CheckSuites *list
		}
	}
}

// suites of a commit; nil where they were left out, or are another's.
func (t *tip) suites(of pull.Oid) *list {
	if t == nil || len(t.Nodes) == 0 || t.Nodes[0].Commit.Oid != of {
		return nil
	}
	return t.Nodes[0].Commit.CheckSuites
}

type suiteRow struct {
	Conclusion  string
	WorkflowRun *struct {
		URL       string
		CreatedAt time.Time
		Workflow  struct{ Name string }
	}
	CheckRuns *struct{ TotalCount int }
}

// stacked is a pull request that has to do with a branch.
type stacked struct {
	Number                     int
	IsDraft, IsCrossRepository bool
	HeadRefName                string
}

// threadRow, commentRow and reviewRow are what the ordinary look shows of each.
type threadRow struct {
	ID                                               string
	IsResolved, IsOutdated                           bool
	Line, StartLine, OriginalLine, OriginalStartLine int
	ResolvedBy                                       *who
	Comments                                         struct {
		TotalCount int
		Nodes      []struct {
			DatabaseID  int64
			UpdatedAt   time.Time
			IsMinimized bool
			Trust       string // its author's association, which changes without it
		}
	}
}

type commentRow struct {
	ID, State, Trust string
	UpdatedAt        time.Time
	IsMinimized      bool
	Reactions        last
}

type reviewRow struct {
	ID, State, Trust string
	UpdatedAt        time.Time
	Commit           *oid
}

// checkRow is a check run or a commit status.
type checkRow struct {
	Typename   string `json:"__typename"`
	IsRequired bool

	DatabaseID                                  int64
	Name, Status, Conclusion, Title, DetailsURL string
	StartedAt, CompletedAt                      *time.Time
	CheckSuite                                  *struct {
		App *struct {
			Slug       string
			DatabaseID int64
		}
	}

	Context, State, Description, TargetURL string
	CreatedAt                              *time.Time
	Creator                                *struct{ Login string }
}

// word is a review comment.
type word struct {
	DatabaseID                              int64
	ID, URL, Body, AuthorAssociation, State string
	CreatedAt, UpdatedAt                    time.Time
	LastEditedAt                            *time.Time
	IsMinimized                             bool
	Author                                  *who
	OriginalCommit                          *oid
	PullRequestReview                       *struct{ DatabaseID int64 }
}

// whole is a node read in full: a thread, a comment or a review.
type whole struct {
	Typename                        string `json:"__typename"`
	ID, Path, DiffSide, SubjectType string
	Root                            *struct{ Nodes []struct{ DiffHunk string } }
	Comments                        *struct {
		TotalCount int
		PageInfo   pageInfo
		Nodes      []word
	}

	DatabaseID                   int64
	URL, Body, AuthorAssociation string
	State                        string
	CreatedAt, UpdatedAt         time.Time
	SubmittedAt, LastEditedAt    *time.Time
	Author                       *who
	ReactionGroups               []reactionGroup
}

type reactionGroup struct {
	Content  string
	Reactors struct {
		TotalCount int
		PageInfo   pageInfo
		Edges      []struct {
			ReactedAt time.Time
			Node      *who
		}
	}
}

func reactionsOf(groups []reactionGroup) []pull.Reaction {
	var all []pull.Reaction
	for _, g := range groups {
		for _, e := range g.Reactors.Edges {
			all = append(all, pull.Reaction{Content: strings.ToLower(g.Content), By: e.Node.author(""), At: e.ReactedAt})
		}
	}
	return all
}

// moment is one entry of the timeline.
type moment struct {
	Typename          string `json:"__typename"`
	CreatedAt         time.Time
	Actor             *who
	AfterCommit       *oid
	RequestedReviewer *who
	Label             *struct{ Name string }
}

// backwards is the place of a page in a list that is read from its end.
type backwards struct {
	HasPreviousPage bool
	StartCursor     string
}

// moments is the end of the timeline.
type moments struct {
	FilteredCount int
	PageInfo      backwards
	Nodes         []moment
}

// commits is the end of the list of a pull request's commits.
type commits struct {
	TotalCount int
	PageInfo   backwards
	Nodes      []struct {
		Commit struct {
			Oid     pull.Oid
			Message string
		}
	}
}

// detail is the answer to the look at what changed.
type detail struct {
	Nodes []*whole
	House *struct { // the owner's .github repository
		NameWithOwner    string
		DefaultBranchRef *struct{ Target *rulesAt }
	}
	houseless  []problem // why that is not told
	Repository *struct {
		PullRequest *struct {
			HeadRefOid     pull.Oid
			Commits        *commits
			TimelineItems  *moments
			ReactionGroups []reactionGroup
			BaseRef        *struct {
				BranchProtectionRule *struct{ RequiresConversationResolution bool }
				Target               *rulesAt
			}
		}
	}
}

// rulesAt is a commit with the policy file at the first of its two places.
type rulesAt struct {
	Oid             pull.Oid
	File, Elsewhere *struct{ Object *blob }
}

// blob is the content of a file.
type blob struct {
	Text                  string
	IsBinary, IsTruncated bool
}
