package world

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// first numbers by kind: of the size that the live service gives, and apart
// from each other, so that one kind's number is never taken for another's.
var first = map[string]int64{
	"account": 7_400_100, "repository": 680_100_200, "pull": 1_640_300_100, "comment": 2_980_100_100,
	"review_comment": 2_203_844_800, "review": 3_101_500_900, "event": 15_400_200_300, "check": 48_100_300_500,
	"suite": 38_200_100_700, "status": 29_100_200_400, "reaction": 310_200_500, "label": 7_900_400_100, "thread": 51_200_600,
	"issue": 2_710_400_300,
}

func (w *World) number(kind string) int64 {
	if w.Next[kind] == 0 {
		w.Next[kind] = first[kind]
	}
	w.Next[kind]++
	return w.Next[kind]
}

// prefixes of node ids, as the live service writes them.
var prefixes = map[string]string{
	"account": "U", "bot": "BOT", "organization": "O", "repository": "R", "pull": "PR", "comment": "IC", "review_comment": "PRRC",
	"review": "PRR", "event": "EV", "check": "CR", "suite": "CS", "status": "SC", "reaction": "REA", "label": "LA",
	"thread": "PRRT", "request": "RVRE", "issue": "I",
}

// NodeID is the opaque id of an object: another thing than its number.
func NodeID(kind string, number int64) string {
	var raw [9]byte
	raw[0] = 0xA7
	binary.BigEndian.PutUint64(raw[1:], uint64(number)*0x9E3779B97F4A7C15)
	return prefixes[kind] + "_kwDO" + base64.RawURLEncoding.EncodeToString(raw[:])
}

// AddAccount makes an account, or gives the one of that login. An id of 0 is chosen.
func (w *World) AddAccount(login, kind, association string, id int64) *Account {
	if known := w.Account(login); known != nil {
		return known
	}
	if id == 0 {
		id = w.number("account")
	}
	node := map[string]string{User: "account", Bot: "bot", Organization: "organization"}[kind]
	a := &Account{ID: id, NodeID: NodeID(node, id), Login: Plain(login), Kind: kind, Association: association}
	w.Accounts = append(w.Accounts, a)
	return a
}

// AddRepository makes a repository, or gives the one of that name.
func (w *World) AddRepository(owner, name, branch string) *Repository {
	if known := w.Repository(owner + "/" + name); known != nil {
		return known
	}
	id := w.number("repository")
	r := &Repository{ID: id, NodeID: NodeID("repository", id), Owner: owner, Name: name, DefaultBranch: branch}
	w.Repos = append(w.Repos, r)
	return r
}

// AddPull opens a pull request. The caller has filled in what it is about; ids,
// times and the open state are given here.
func (w *World) AddPull(r *Repository, p *Pull) *Pull {
	p.ID = w.number("pull")
	p.NodeID = NodeID("pull", p.ID)
	p.State = "OPEN"
	p.Created, p.Updated, p.Pushed = w.Now(), w.Now(), w.Now()
	if p.HeadRepo == "" {
		p.HeadRepo = r.Slug()
	}
	r.Pulls = append(r.Pulls, p)
	w.happen(Happened{Kind: "opened", Repo: r.Slug(), Pull: p.Number, Actor: p.Author, Commit: p.Head})
	return p
}

// AddIssue opens an issue, under the next free number.
func (w *World) AddIssue(r *Repository, i *Issue) *Issue {
	i.ID, i.Number, i.Created = w.number("issue"), r.NextNumber(), w.Now()
	i.NodeID = NodeID("issue", i.ID)
	r.Issues = append(r.Issues, i)
	return i
}

func (w *World) event(p *Pull, kind, actor, subject string) *Event {
	id := w.number("event")
	e := &Event{ID: id, NodeID: NodeID("event", id), Kind: kind, Actor: actor, At: w.Now(), Subject: subject}
	p.Timeline = append(p.Timeline, e)
	p.Updated = w.Now()
	return e
}

// RepoOf finds the repository that a pull request is in.
func (s *State) RepoOf(p *Pull) *Repository {
	for _, r := range s.Repos {
		for _, other := range r.Pulls {
			if other == p {
				return r
			}
		}
	}
	return nil
}

// Avatar, as every account has one.
func (w *World) Avatar(a *Account) string { return fmt.Sprintf("%s/avatars/%d", w.Host, a.ID) }
