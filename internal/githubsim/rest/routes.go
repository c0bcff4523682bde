package rest

import "maps"

const (
	repo  = "/repos/{owner}/{repo}"
	pull  = repo + "/pulls/{number}"
	issue = repo + "/issues/{number}"
)

// routes of the API, by method and path.
func routes() map[string]route {
	all := map[string]route{}
	for _, some := range []map[string]route{repoRoutes, codeRoutes, pullRoutes, talkRoutes, issueRoutes} {
		maps.Copy(all, some)
	}
	return all
}

// repoRoutes are the paths of the host and of a repository.
var repoRoutes = map[string]route{
	"GET /{$}":           root,
	"GET /user":          viewer,
	"GET /rate_limit":    limits,
	"GET /users/{login}": user,
	"GET " + repo:        repository,
	"GET " + repo + "/collaborators/{login}/permission": permission,
	"GET " + repo + "/branches/{branch}":                branch,
	"GET " + repo + "/branches/{branch}/protection":     protection,
	"GET " + repo + "/rules/branches/{branch}":          rules,
}

// codeRoutes are the paths of branches, files, commits and what was checked of them.
var codeRoutes = map[string]route{
	"GET " + repo + "/git/ref/heads/{branch...}":           ref,
	"GET " + repo + "/git/refs/heads/{branch...}":          ref,
	"GET " + repo + "/git/matching-refs/heads/{branch...}": matchingRefs,
	"POST " + repo + "/git/refs":                           createRef,
	"GET " + repo + "/contents/{path...}":                  contents,
	"GET " + repo + "/compare/{span}":                      compare,
	"GET " + repo + "/commits/{ref}":                       commit,
	"GET " + repo + "/commits/{ref}/check-runs":            checkRuns,
	"GET " + repo + "/commits/{ref}/status":                combinedStatus,
	"GET " + repo + "/commits/{ref}/statuses":              statuses,
	"POST " + repo + "/statuses/{sha}":                     addStatus,
	"POST " + repo + "/check-runs":                         addCheck,
	"PATCH " + repo + "/check-runs/{id}":                   editCheck,
	"GET " + repo + "/check-runs/{id}/annotations":         annotations,
	"POST " + repo + "/check-runs/{id}/rerequest":          rerequest,
	"GET " + repo + "/actions/jobs/{id}":                   oneJob,
	"GET " + repo + "/actions/jobs/{id}/logs":              jobLog,
	"POST " + repo + "/actions/jobs/{id}/rerun":            rerunJob,
}

// pullRoutes are the paths of pull requests.
var pullRoutes = map[string]route{
	"GET " + repo + "/pulls":                  pulls,
	"POST " + repo + "/pulls":                 openPull,
	"GET " + pull:                             onePull,
	"PATCH " + pull:                           editPull,
	"GET " + pull + "/files":                  files,
	"GET " + pull + "/commits":                commits,
	"PUT " + pull + "/update-branch":          updateBranch,
	"GET " + pull + "/requested_reviewers":    requested,
	"POST " + pull + "/requested_reviewers":   request,
	"DELETE " + pull + "/requested_reviewers": unrequest,
}

// talkRoutes are the paths of reviews and their comments.
var talkRoutes = map[string]route{
	"GET " + pull + "/comments":                       reviewComments,
	"POST " + pull + "/comments":                      addReviewComment,
	"POST " + pull + "/comments/{id}/replies":         reply,
	"GET " + repo + "/pulls/comments/{id}":            oneReviewComment,
	"PATCH " + repo + "/pulls/comments/{id}":          editReviewComment,
	"DELETE " + repo + "/pulls/comments/{id}":         deleteReviewComment,
	"GET " + repo + "/pulls/comments/{id}/reactions":  reviewCommentReactions,
	"POST " + repo + "/pulls/comments/{id}/reactions": reactToReviewComment,
	"GET " + pull + "/reviews":                        reviews,
	"POST " + pull + "/reviews":                       addReview,
	"GET " + pull + "/reviews/{id}":                   oneReview,
	"DELETE " + pull + "/reviews/{id}":                deleteReview,
	"GET " + pull + "/reviews/{id}/comments":          commentsOfReview,
	"POST " + pull + "/reviews/{id}/events":           submitReview,
	"PUT " + pull + "/reviews/{id}/dismissals":        dismiss,
}

// issueRoutes are the paths of the conversation: GitHub keeps it with issues.
var issueRoutes = map[string]route{
	"GET " + repo + "/issues":                          issues,
	"POST " + repo + "/issues":                         openIssue,
	"GET " + issue:                                     oneIssue,
	"GET " + issue + "/comments":                       comments,
	"POST " + issue + "/comments":                      addComment,
	"GET " + repo + "/issues/comments/{id}":            oneComment,
	"PATCH " + repo + "/issues/comments/{id}":          editComment,
	"DELETE " + repo + "/issues/comments/{id}":         deleteComment,
	"GET " + repo + "/issues/comments/{id}/reactions":  commentReactions,
	"POST " + repo + "/issues/comments/{id}/reactions": reactToComment,
	"GET " + issue + "/reactions":                      pullReactions,
	"POST " + issue + "/reactions":                     reactToPull,
	"GET " + issue + "/labels":                         labels,
	"POST " + issue + "/labels":                        addLabels,
	"DELETE " + issue + "/labels/{name}":               removeLabel,
	"GET " + issue + "/events":                         events,
	"GET " + issue + "/timeline":                       timeline,
}
