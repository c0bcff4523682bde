package view

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/settlehq/settle/internal/policy"
)

// Adapter is what is known of one reviewer without any pull request.
type Adapter struct {
	Name     string   `json:"name"`
	Role     string   `json:"role"`
	Accounts []string `json:"accounts"`
	Asked    *string  `json:"asked"`
	Cost     *string  `json:"cost"` // of one ask, in the vendor's terms
	Source   string   `json:"source"`
}

// Adapters is settle.adapters/1: every reviewer that is built in.
type Adapters struct {
	Schema   string    `json:"schema"`
	At       time.Time `json:"at"`
	Adapters []Adapter `json:"adapters"`
}

// NewAdapters lists definitions by name.
func NewAdapters(at time.Time, all map[string]policy.Definition) Adapters {
	out := Adapters{Schema: "settle.adapters/1", At: stamp(at)}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		def := all[name]
		a := Adapter{Name: name, Role: string(def.Role), Accounts: []string{}, Asked: known(askedBy(def.Ask)), Cost: known(def.Ask.Cost), Source: def.Source}
		for _, account := range def.Accounts {
			a.Accounts = append(a.Accounts, account.Login)
		}
		out.Adapters = append(out.Adapters, a)
	}
	return out
}

func askedBy(ask policy.Ask) string {
	switch {
	case ask.Comment != "":
		return "by the comment " + ask.Comment
	case ask.Request != "":
		return "by a request to " + ask.Request
	case ask.Push:
		return "by a push"
	}
	return ""
}

// Text is a line for each.
func (a Adapters) Text(p Page) string {
	var lines []string
	for _, one := range a.Adapters {
		head := pad(one.Name, 18) + " " + pad(one.Role, 9) + " "
		says := strings.Join(one.Accounts, ", ")
		if one.Asked != nil {
			says += "; asked " + *one.Asked
		}
		if one.Cost != nil {
			says += "; each ask: " + *one.Cost
		}
		lines = append(lines, head+p.wrap(clean(says), cells(head), cells(head)))
	}
	return strings.Join(lines, "\n") + "\n"
}
