package githubsim

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/settlehq/settle/internal/githubsim/graphql"
	"github.com/settlehq/settle/internal/githubsim/world"
)

// execute answers a GraphQL document: reads from the world as of a time,
// mutations on the world as it is.
func (s *Sim) execute(answer *reply, c *call) {
	response := graphql.Response{Errors: c.refused}
	if c.document != nil {
		c.disturb.Page = s.file.Host.PageSize
		run := func(w *world.World) error {
			v := &graphql.Viewpoint{
				World: w, Me: s.me(c.request), Unknown: time.Duration(s.file.Host.MergeableUnknown), Budget: s.ledger.budget(c.document.Cost),
				Refresh: func(slug string) error { return w.Refs(slug, s.me(c.request)) },
			}
			response = graphql.Execute(c.document, v.Query(), v.Mutation(), c.disturb)
			return nil
		}
		var err error
		if c.document.Mutates() {
			err = s.World.Do(func() error { return run(s.World) })
		} else {
			err = s.World.View(s.asOf(c.request), run)
		}
		if err != nil {
			answer.fail(http.StatusInternalServerError, err.Error())
			return
		}
	}
	answer.header.Set("Content-Type", "application/json; charset=utf-8")
	answer.WriteHeader(http.StatusOK)
	encoder := json.NewEncoder(&answer.body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(response); err != nil {
		answer.reset()
		answer.fail(http.StatusInternalServerError, err.Error())
	}
}
