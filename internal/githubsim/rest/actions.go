package rest

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/settlehq/settle/internal/githubsim/world"
)

// LogPath is where the text of a job is served: on the live service another
// host's address, signed for a minute, which refuses a request that carries a
// credential.
const LogPath = "/_logs/"

// job finds the check run that a job of Actions is.
func (c *call) job() (*world.Repository, *world.Check, error) {
	r, err := c.repo()
	if err != nil {
		return nil, nil, err
	}
	for _, one := range r.Checks {
		if one.ID == c.id("id") && one.App == "github-actions" {
			return r, one, nil
		}
	}
	return nil, nil, world.NotFound("Not Found")
}

func oneJob(c *call) (answer, error) {
	r, one, err := c.job()
	if err != nil {
		return answer{}, err
	}
	return ok(object{
		"id": one.ID, "run_id": one.Suite, "run_attempt": one.Attempt, "name": one.Name, "head_sha": one.Head, "status": one.Status,
		"conclusion": given(one.Conclusion), "started_at": stampOr(one.Started), "completed_at": stampOr(one.Completed), "html_url": one.URL,
		"check_run_url": fmt.Sprintf("%s/repos/%s/check-runs/%d", c.base(), r.Slug(), one.ID),
	})
}

// jobLog answers with the address of the log; one that is still written has none.
func jobLog(c *call) (answer, error) {
	r, one, err := c.job()
	switch {
	case err != nil:
		return answer{}, err
	case one.Status != "completed" || one.Text == "":
		return answer{}, world.NotFound("Not Found")
	}
	c.location = fmt.Sprintf("%s%s%s/%d", c.base(), LogPath, r.Slug(), one.ID)
	return answer{status: http.StatusFound}, nil
}

// Log is the text behind an address that jobLog gave: each line with its time.
func Log(w *world.World, path string) (string, bool) {
	slug, id, ok := cutLast(strings.TrimPrefix(path, LogPath))
	r := w.Repository(slug)
	if !ok || r == nil {
		return "", false
	}
	for _, one := range r.Checks {
		if fmt.Sprint(one.ID) != id || one.Completed == nil {
			continue
		}
		var out strings.Builder
		for line := range strings.Lines(one.Text) {
			out.WriteString(one.Completed.Format("2006-01-02T15:04:05.0000000Z") + " " + line)
		}
		return out.String(), true
	}
	return "", false
}

func cutLast(path string) (before, after string, ok bool) {
	at := strings.LastIndexByte(path, '/')
	if at < 0 {
		return "", "", false
	}
	return path[:at], path[at+1:], true
}

// rerunJob runs a job again: a check run of its own, in the same suite.
func rerunJob(c *call) (answer, error) {
	r, one, err := c.job()
	if err == nil {
		err = c.needs("actions:write")
	}
	if err != nil {
		return answer{}, err
	}
	if err := c.Rerun(r, one, c.me); err != nil {
		return answer{}, err
	}
	return created(object{})
}

// rerequest asks the app of a check run to run it again. People's tokens may not.
func rerequest(c *call) (answer, error) {
	r, err := c.repo()
	if err != nil {
		return answer{}, err
	}
	if !c.Viewer.App {
		return answer{}, world.Forbidden("Resource not accessible by personal access token")
	}
	for _, one := range r.Checks {
		if one.ID == c.id("id") {
			if err := c.Rerun(r, one, c.me); err != nil {
				return answer{}, err
			}
			return created(object{})
		}
	}
	return answer{}, world.NotFound("Not Found")
}

// command is the form in which a job's output makes an annotation.
var command = regexp.MustCompile(`(?m)^::error file=([^,:]+),line=(\d+)[^:]*::(.*)$`)

func annotations(c *call) (answer, error) {
	r, err := c.repo()
	if err != nil {
		return answer{}, err
	}
	for _, one := range r.Checks {
		if one.ID != c.id("id") {
			continue
		}
		list := []any{}
		for _, m := range page(c, command.FindAllStringSubmatch(one.Text, -1)) {
			list = append(list, object{
				"path": m[1], "start_line": atoi(m[2], 1), "end_line": atoi(m[2], 1), "annotation_level": "failure", "message": m[3], "title": "", "raw_details": "",
			})
		}
		return ok(list)
	}
	return answer{}, world.NotFound("Not Found")
}
