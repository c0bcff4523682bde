// Package config makes one validated value out of files, environment and flags.
//
// It promises: what it returns can be used as it is; a file it cannot use is
// refused with line and caret, all problems at once; defaults are those of
// policy.Default and of the reviewers' definitions, and nowhere else; flags win
// over the environment, that over the personal file, that over the
// repository's, and of two limits in files the smaller one counts. It refuses
// unknown keys, and programs named by a repository: those count only in the
// personal file. It starts nothing, asks no network, and never repeats the
// content of a file that holds credentials. It stands before everything else:
// app calls it once for Settings, the loop at each look for the policy in force.
package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/strictyaml"
)

// Problems are all that is wrong with a file, in its order.
type Problems = strictyaml.Problems

// ReadPolicy reads one policy file strictly. Name is used in problems only;
// source becomes the policy's Source ("main:.settle.yaml"). The error is
// strictyaml.Problems. The Digest is over the text and the built-in definitions.
func ReadPolicy(name, source string, text []byte) (policy.Policy, error) {
	p := policy.Default()
	p.Source, p.Digest = source, digest(text)
	p.Reviewers = ownRoles()
	doc := strictyaml.Parse(name, text)
	if doc.Err() != nil {
		return policy.Policy{}, doc.Err()
	}
	read(doc.Root(), policyKeys(&p), true)
	if err := doc.Err(); err != nil {
		return policy.Policy{}, err
	}
	return p, nil
}

// formatVersion is the version of the policy file that this program reads.
const formatVersion = 1

// read takes a whole document. A file of another version is not read further:
// its keys may mean something else.
func read(root strictyaml.Node, keys reader, versioned bool) {
	n := root.Key("version")
	v, whole := n.Whole()
	switch {
	case whole && v != formatVersion:
		n.Refuse(strictyaml.Problem{
			What: fmt.Sprintf("version cannot be %d", v), Why: "this program reads another", Allowed: []string{"1"},
		})
		return
	case versioned && n.Kind() == strictyaml.Missing && (root.Kind() == strictyaml.Map || root.Kind() == strictyaml.Missing):
		root.Refuse(strictyaml.Problem{What: "version is missing", Hint: "begin the file with version: 1"})
	}
	if root.Kind() != strictyaml.Missing {
		keys.read(root)
	}
}

// digest names a text together with the built-in definitions that complete it.
func digest(text []byte) string {
	sum := sha256.New()
	sum.Write(text)
	sum.Write([]byte{0})
	sum.Write(builtinText())
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
