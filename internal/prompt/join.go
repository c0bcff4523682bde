package prompt

import "strings"

// joinDuty asks to bring two sides together. The names of branch and files are
// other people's words.
func (o Order) joinDuty() string {
	return "The folder holds the change of the pull request brought together with the branch\n" + Quote(o.Onto) +
		"\nIn these files git could not do it, and left its marks of both sides:\n" + Quote(strings.Join(o.Conflicts, "\n")) +
		"\nBring both sides together so that each still does what it was made for, and take every mark out. A file that one side removed may go. " +
		"Change no other file, commit nothing, do not push, and do not write to the host.\n"
}
