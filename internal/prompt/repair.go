package prompt

// repairDuty gives a change back with what refused it.
func (o Order) repairDuty() string {
	text := "The folder holds a change that was made for the items below and refused. Change what is needed for it to be accepted, keep what it does " +
		"for the items, and nothing else. Do not push, and do not write to the host.\n"
	if o.Onto != "" {
		text = "The folder holds the change of the pull request brought together with the branch\n" + Quote(o.Onto) +
			"\nand what came of it was refused. Change what is needed for it to be accepted, in files that one of the two has changed, so that each side " +
			"still does what it was made for, and nothing else. Do not push, and do not write to the host.\n"
	}
	if o.Broken == nil {
		return text
	}
	text += "It was refused by " + oneLine(o.Broken.Check) + ":\n"
	if o.Broken.Command != "" {
		text += Quote(o.Broken.Command) + "\n"
	}
	if o.Broken.Output != "" {
		text += "which ended with:\n" + Quote(o.Broken.Output) + "\n"
	}
	return text
}
