package github

import (
	"context"
	"errors"

	rest "github.com/google/go-github/v92/github"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/pull"
)

// Publish says under pull.OwnCheck how a pull request stands: an App as a check
// run, which has room for the text, anybody else as a commit status. What was
// said before is replaced. An answer that does not show it is no proof and
// counts as lost.
func (c *Client) Publish(ctx context.Context, ref pull.Ref, p pull.Publication) error {
	ctx = about(ctx, ref)
	if c.options.App != nil {
		return c.publishRun(ctx, ref, p)
	}
	word := map[pull.CheckStatus]string{pull.CheckSuccess: "success", pull.CheckFailure: "failure"}[p.Status]
	if word == "" {
		word = "pending"
	}
	said, _, err := c.rest.Repositories.CreateStatus(ctx, ref.Owner, ref.Repo, string(p.Head), rest.RepoStatus{
		State: &word, Description: &p.Title, Context: new(pull.OwnCheck), TargetURL: &p.URL,
	})
	if err != nil {
		return c.restFailure(err)
	}
	if said.GetContext() != pull.OwnCheck || said.GetState() != word {
		return action.Fail(action.Lost, errors.New("the answer does not show the commit status that was set"))
	}
	return nil
}

// publishRun makes a check run, or goes on with the one that said it before. The
// host takes no conclusion of one that goes on, and starts a new one for it.
func (c *Client) publishRun(ctx context.Context, ref pull.Ref, p pull.Publication) error {
	status, conclusion := "in_progress", (*string)(nil)
	if !p.Status.Pending() {
		status, conclusion = "completed", new(string(p.Status))
	}
	output := &rest.CheckRunOutput{Title: &p.Title, Summary: &p.Text}
	var said *rest.CheckRun
	var err error
	if p.ID != 0 {
		said, _, err = c.rest.Checks.UpdateCheckRun(ctx, ref.Owner, ref.Repo, p.ID, rest.UpdateCheckRunOptions{
			Name: pull.OwnCheck, Status: &status, Conclusion: conclusion, DetailsURL: &p.URL, Output: output,
		})
	} else {
		said, _, err = c.rest.Checks.CreateCheckRun(ctx, ref.Owner, ref.Repo, rest.CreateCheckRunOptions{
			Name: pull.OwnCheck, HeadSHA: string(p.Head), Status: &status, Conclusion: conclusion, DetailsURL: &p.URL, Output: output,
		})
	}
	if err != nil {
		return c.restFailure(err)
	}
	if said.GetName() != pull.OwnCheck || said.GetStatus() != status {
		return action.Fail(action.Lost, errors.New("the answer does not show the check run that was made"))
	}
	return nil
}

// published reports a check that we set ourselves: of our name, by our App or by
// the account that we act as. Another program of that account has other names.
func (l *look) published(row checkRow, c pull.Check) bool {
	switch {
	case c.Name != pull.OwnCheck:
		return false
	case row.Typename == "StatusContext":
		return row.Creator != nil && pull.NormalLogin(row.Creator.Login) == pull.NormalLogin(l.tick.Viewer.Login)
	}
	return l.options.App != nil && c.AppID == l.options.App.ID
}
