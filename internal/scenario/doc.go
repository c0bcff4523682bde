// Package scenario is the file that describes a world: a pull request, who
// reviews it and how, what goes wrong, what a coding agent will do, and how it
// must end.
//
// It promises: Parse reads the txtar format of docs/scenario.md into plain
// values with every default set and every name resolved, or refuses the file
// with all problems, each with line, column and caret. It refuses to run
// anything: the stand-in, the scripted agent and the player read these values
// and bring them to life. The known reviewers (presets) are text files here,
// written from recorded facts with a source and a date, and never from the
// definitions that settle itself reads reviewers with.
package scenario
