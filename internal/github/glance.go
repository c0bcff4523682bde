package github

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/settlehq/settle/internal/pull"
)

// glanceAtOnce is how many pull requests one request asks about.
const glanceAtOnce = 50

// Glance tells, for many pull requests at little cost, by what each would show
// that something may have changed: the same text twice means that a look would
// very probably find nothing new, another text that it is worth one. It is no
// observation: what it does not ask (a resolved thread, an edited old comment)
// is found by an ordinary look, which therefore still has to come now and then.
// A pull request that cannot be read has no entry.
func (c *Client) Glance(ctx context.Context, refs []pull.Ref) (map[pull.Ref]string, error) {
	seen := map[pull.Ref]string{}
	for len(refs) > 0 {
		some := c.together(refs)
		refs = refs[len(some):]
		if err := c.glance(ctx, some, seen); err != nil {
			return seen, err
		}
	}
	return seen, nil
}

// together are the first pull requests that one request can ask about: an App
// has another token for each owner.
func (c *Client) together(refs []pull.Ref) []pull.Ref {
	n := min(len(refs), glanceAtOnce)
	for i := 1; i < n && c.meter.apps != nil; i++ {
		if refs[i].Owner != refs[0].Owner {
			return refs[:i]
		}
	}
	return refs[:n]
}

// glance asks about up to glanceAtOnce pull requests, each under a name of its own.
func (c *Client) glance(ctx context.Context, refs []pull.Ref, seen map[pull.Ref]string) error {
	declared, asked, v := []string{}, []string{}, vars{}
	for i, ref := range refs {
		declared = append(declared, fmt.Sprintf("$o%d: String!, $n%d: String!, $i%d: Int!", i, i, i))
		asked = append(asked, fmt.Sprintf("p%d: repository(owner: $o%d, name: $n%d) { pullRequest(number: $i%d) { ...Glance } }", i, i, i, i))
		v[fmt.Sprintf("o%d", i)], v[fmt.Sprintf("n%d", i)], v[fmt.Sprintf("i%d", i)] = ref.Owner, ref.Repo, ref.Number
	}
	text := "query Glances(" + strings.Join(declared, ", ") + ") { rateLimit { ...Price } " + strings.Join(asked, " ") + " }"
	var answer map[string]json.RawMessage
	if _, err := c.readText(about(ctx, refs[0]), withFragments(text), v, &answer); err != nil {
		return err // problems of single pull requests stand beside the others' data
	}
	for i, ref := range refs {
		var one struct{ PullRequest json.RawMessage }
		if json.Unmarshal(answer[fmt.Sprintf("p%d", i)], &one) == nil && len(one.PullRequest) > 0 && string(one.PullRequest) != "null" {
			seen[ref] = string(one.PullRequest)
		}
	}
	return nil
}
