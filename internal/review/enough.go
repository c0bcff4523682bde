package review

// enough weighs what two claims have in common against how near they stand.
func enough(x, y claim, place nearness, rule bool) bool {
	names, faults := common(x, y), kindred(x, y)
	words, frame := (covered(x, y, true)+covered(y, x, true))/2, (covered(x, y, false)+covered(y, x, false))/2
	both, _ := overlapping(x, y)
	switch {
	case rule:
		return place >= within || words >= 0.8
	case place >= within && (words >= 0.8 && both >= 2 || gist(x, y) || repeated(x, y)):
		return true
	case place == there:
		return faults == 2 && (names >= 1 && words >= 0.34 || frame >= 0.5) || faults == 1 && names >= 1 && frame >= 0.34 || alikeInAll(x, y)
	case place == within:
		return faults == 2 && (names >= 1 && words >= 0.4 || frame >= 0.6) || faults == 1 && names == 2 && frame >= 0.5
	}
	return faults == 2 && names >= 1 && words >= 0.5 || gist(x, y) && words >= 0.5
}

// alikeInAll weighs all words where no fault is known: the more words two findings
// share, the less has to be shared beside.
func alikeInAll(x, y claim) bool {
	both, part := overlapping(x, y)
	names, faults, frame := common(x, y), kindred(x, y), (covered(x, y, false)+covered(y, x, false))/2
	switch {
	case both < 2:
		return false
	case faults == 2 && len(minus(x.title.faults, y.all.faults))+len(minus(y.title.faults, x.all.faults)) == 0:
		return part >= 0.3
	case both >= 3:
		return part >= 0.35 && frame > 0 || names == 2 && frame >= 0.6
	case names >= 1:
		return part >= 0.4 && (part+frame >= 1.12 || names == 2 && part+frame >= 0.95) || names == 2 && frame >= 0.6 && part >= 0.33
	}
	return part+frame >= 1.25
}

// repeated: one title, and no two bodies that have nothing in common.
func repeated(x, y claim) bool {
	shared := len(x.body.words) - len(minus(x.body.words, y.body.words))
	return len(x.title.raw) > 0 && alike(x.title.raw, y.title.raw) == 1 && (shared > 0 || len(x.body.words) == 0 || len(y.body.words) == 0)
}

// gist: most of the words of one finding are words of the other.
func gist(x, y claim) bool {
	both, part := overlapping(x, y)
	return both >= 3 && part >= 0.6
}

// overlapping counts the words that two findings share, those of the code left
// out, which every finding there has; part is of the shorter one.
func overlapping(x, y claim) (both int, part float64) {
	mine, theirs := x.own(), y.own()
	both = len(mine) - len(minus(mine, theirs))
	return both, float64(both) / float64(max(1, min(len(mine), len(theirs))))
}

// own are the words of a finding that are not of the code.
func (c claim) own() map[string]bool {
	all := map[string]bool{}
	for word := range c.all.words {
		if !c.code[word] {
			all[word] = true
		}
	}
	return all
}

// common: 2 where a name, number or sign of a title is known to the other
// finding, 1 where only bodies share a name.
func common(x, y claim) int {
	switch {
	case shares(x.title, y.all) || shares(y.title, x.all):
		return 2
	case len(unknown(x.body.names, y.all)) < len(x.body.names) || len(unknown(y.body.names, x.all)) < len(y.body.names):
		return 1
	}
	return 0
}

// shares: the other finding knows a name, a number or a sign of a title.
func shares(title, all sense) bool {
	return len(unknown(title.names, all)) < len(title.names) || len(minus(title.numbers, all.numbers)) < len(title.numbers) ||
		len(minus(title.signs, all.signs)) < len(title.signs)
}

// kindred: 2 where a fault of a title is spoken of by the other finding, 1 where
// only bodies share one, or it is a topic rather than a fault.
func kindred(x, y claim) int {
	switch {
	case faulty(x.title.faults, y.all.faults) || faulty(y.title.faults, x.all.faults):
		return 2
	case alike(x.all.faults, y.all.faults) > 0:
		return 1
	}
	return 0
}

// faulty: two lists of rows share one that is no topic.
func faulty(a, b map[string]bool) bool {
	for row := range a {
		if b[row] && !topics[row] {
			return true
		}
	}
	return false
}

// covered is which part of what a title says the other finding knows: its names
// and other words, its numbers and signs, and where that is asked for each fault
// as one.
func covered(x, y claim, withFaults bool) float64 {
	said := len(x.title.frame) + len(x.title.numbers) + len(x.title.signs)
	lost := len(y.all.lacks(x.title.frame)) + len(minus(x.title.numbers, y.all.numbers)) + len(minus(x.title.signs, y.all.signs))
	if withFaults {
		said, lost = said+len(x.title.faults), lost+len(minus(x.title.faults, y.all.faults))
	}
	if said == 0 {
		return 0
	}
	return 1 - float64(lost)/float64(said)
}
