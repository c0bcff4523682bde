package redteam

import (
	"time"

	"github.com/settlehq/settle/internal/pull"
)

// start is when the pull request of a trial was looked at.
var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// stage is a pull request in which a text stands in its place.
func stage(a attack) pull.Snapshot {
	s := pull.Snapshot{
		Ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 42}, At: start, Title: "Cart totals", State: pull.Open, Draft: true,
		Viewer: pull.Viewer{Login: "dev", ID: 1, Permission: "write"}, Author: pull.Author{Login: "dev", ID: 1, Kind: pull.Person, Trust: pull.Maintainer},
		Head: "1111111111111111111111111111111111111111", Base: "2222222222222222222222222222222222222222", HeadRef: "topic", BaseRef: "main",
		HeadRepo: "acme/shop", HeadAt: start.Add(-time.Hour), Merge: pull.MergeClean, Commits: []pull.Oid{"1111111111111111111111111111111111111111"},
		PolicyPath: ".settle.yaml", PolicyText: "version: 1\nreviewers: [bugbot]\nverify: make test\n",
	}
	said := pull.Comment{ID: 500, NodeID: "C500", URL: "https://github.com/acme/shop/pull/42#discussion_r500", Author: author(a), CreatedAt: start.Add(-30 * time.Minute), Body: "Please look at this."}
	where := pull.Thread{NodeID: "T500", Path: "cart.go", Line: 3, Side: "RIGHT", Subject: "line", Total: 1}
	switch a.place {
	case "title":
		s.Title = a.text
	case "path":
		where.Path = a.text
	case "hunk":
		said.Hunk = a.text
	case "conversation":
		said.Body, said.ID = a.text, 600
		s.Comments = []pull.Comment{said}
		return s
	case "body":
		said.Body = a.text
	}
	where.Comments = []pull.Comment{said}
	s.Threads = []pull.Thread{where}
	return s
}

func author(a attack) pull.Author {
	by := pull.Author{Login: "maria", ID: 7, Kind: pull.Person, Association: "MEMBER", Trust: pull.Maintainer}
	switch a.by {
	case "outsider":
		by = pull.Author{Login: "stranger", ID: 8, Kind: pull.Person, Association: "NONE", Trust: pull.Outsider}
	case "bot":
		by = pull.Author{Login: "some-app", ID: 9, Kind: pull.Bot}
	}
	if a.place == "login" {
		by.Login = a.text
	}
	return by
}
