// Package view is what people are told: one wording for every door.
//
// It turns nouns into words and back into nothing: the texts that others read
// on GitHub (Reply, Commit, ClosingReport), the JSON objects of the interface
// (NewStatus and its kin) and the pages of a terminal (their Text methods). The
// doors print what it gives and word nothing themselves, so that the command
// line, JSON and a browser never disagree.
//
// It promises that what was not read is printed as unknown, never as zero or as
// an empty list; that no mention, hidden markup or credential of somebody else's
// words leaves in a public text; and that outside words reach a terminal without
// control characters. It refuses to decide, to read a clock or to touch the
// world: everything it says stands in its arguments. All functions are pure and
// safe for concurrent use as long as nobody changes what was passed in.
package view
