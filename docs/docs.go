// Package docs holds the pages that the program prints as help topics.
package docs

import _ "embed"

// JSON is the reference of every object that --json prints.
//
//go:embed json.md
var JSON string

// Config is the reference of the policy file.
//
//go:embed config.md
var Config string

// Scenario is the reference of scenario files.
//
//go:embed scenario.md
var Scenario string
