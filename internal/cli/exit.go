package cli

// Exit codes of the program. Numbers are never reused; a script treats one that
// it does not know as failure. 4 and 8 match the GitHub CLI.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitBadFile     = 3
	exitNoAuth      = 4
	exitNotAllowed  = 5
	exitGap         = 6
	exitNeedsYou    = 7
	exitNotYet      = 8
	exitBlocked     = 9
	exitBusy        = 10
	exitNotFound    = 11
	exitUnreachable = 12
	exitLimited     = 13
	exitStorage     = 14
	exitDisk        = 15
	exitNoAgent     = 16
	exitMismatch    = 17
	exitFindings    = 18
	exitMerged      = 20
	exitClosed      = 21
	exitMoved       = 22
	exitAccessLost  = 23
	exitRetargeted  = 24
	exitPushedOver  = 25
	exitHeadReset   = 26
	exitPaused      = 30
	exitStopped     = 31
	exitInterrupted = 130
	exitTerminated  = 143
)

// exits names every code, in order, for --help, errors and `help exit-codes`.
var exits = []struct {
	code          int
	name, meaning string
}{
	{exitOK, "ok", "done; for run and status: ready"},
	{exitFailure, "failure", "not foreseen: a bug; report it"},
	{exitUsage, "usage", "wrong command, flag or argument"},
	{exitBadFile, "bad_file", "policy, payload or scenario file refused"},
	{exitNoAuth, "no_auth", "no usable token"},
	{exitNotAllowed, "not_allowed", "a permission or a rule of the host is missing"},
	{exitGap, "gap", "could not read all of it; nothing was acted on"},
	{exitNeedsYou, "needs_you", "a question or approval is open"},
	{exitNotYet, "not_yet", "working or waiting, nothing wrong (also --timeout)"},
	{exitBlocked, "blocked", "a limit or fact no waiting changes"},
	{exitBusy, "busy", "another process holds this pull request"},
	{exitNotFound, "not_found", "no such repository, pull request or item"},
	{exitUnreachable, "unreachable", "host or network down after retries"},
	{exitLimited, "limited", "rate limit; the time is in the message"},
	{exitStorage, "storage", "database of another version, damaged, unreachable"},
	{exitDisk, "disk", "disk full or path not writable"},
	{exitNoAgent, "no_agent", "no agent of the chain can be used"},
	{exitMismatch, "mismatch", "confirm: facts differ; demo: an expectation is not met"},
	{exitFindings, "findings", "review --fail-on: at or above the severity"},
	{exitMerged, "merged", "the pull request was merged"},
	{exitClosed, "closed", "closed without merge"},
	{exitMoved, "moved", "transferred, renamed away or deleted"},
	{exitAccessLost, "access_lost", "access was revoked while running"},
	{exitRetargeted, "retargeted", "base branch changed"},
	{exitPushedOver, "pushed_over", "someone else pushed"},
	{exitHeadReset, "head_reset", "someone else force-pushed"},
	{exitPaused, "paused", "held by a person"},
	{exitStopped, "stopped", "stopped by a person"},
	{exitInterrupted, "interrupted", "ended by Ctrl-C"},
	{exitTerminated, "terminated", "ended by SIGTERM"},
}

// exitName is the stable word of a code.
func exitName(code int) string {
	for _, e := range exits {
		if e.code == code {
			return e.name
		}
	}
	return "failure"
}

// worst picks the code of several pull requests: 0 when all are ready, else the
// first that is present in the order 1–6, 10–18, 7, 9, 20–31, 8.
func worst(codes []int) int {
	order := []int{1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 14, 15, 16, 17, 18, 7, 9, 20, 21, 22, 23, 24, 25, 26, 30, 31, 130, 143, 8}
	for _, code := range order {
		for _, got := range codes {
			if got == code {
				return code
			}
		}
	}
	return exitOK
}
