package review

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
)

// found is a finding of the answer with the code that it is about.
type found struct {
	feedback.Finding
	region string
}

// distinct gives the findings in their order, each once: of several that are one
// matter at one place, the worst is kept, and it names the places of the others.
func distinct(findings []feedback.Finding, code Code) []found {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, bySeverity)
	var all []found
	for _, f := range sorted {
		where := f.Where()
		next := found{f, code.Region(f.Path, where.Side, f.Start, f.Line)}
		same := slices.IndexFunc(all, func(other found) bool {
			return overlap(other.Finding, f) && sameAgain(other.Finding, f, other.region, next.region)
		})
		if same < 0 {
			all = append(all, next)
			continue
		}
		kept := &all[same].Finding
		if where != kept.Where() && !slices.Contains(kept.Others, where) {
			kept.Others = append(slices.Clone(kept.Others), where)
		}
	}
	return all
}

// sameAgain: the same words of the same place, however few they are, or the same
// matter in others.
func sameAgain(a, b feedback.Finding, regionA, regionB string) bool {
	words := func(f feedback.Finding) string { return spoken(f.Title) + "\n" + spoken(f.Body) }
	if a.Path == b.Path && a.Where().Side == b.Where().Side && strings.EqualFold(a.Rule, b.Rule) && words(a) == words(b) && near(a, b, regionA, regionB) != apart {
		return true
	}
	return Same(a, b, regionA, regionB)
}

// overlap: both are about a line in common, or one about the whole file.
func overlap(a, b feedback.Finding) bool {
	if a.Path != b.Path || a.Line == 0 || b.Line == 0 {
		return a.Path == b.Path
	}
	return first(a) <= b.Line && first(b) <= a.Line
}

// first line that a finding is about.
func first(f feedback.Finding) int {
	if f.Start > 0 {
		return f.Start
	}
	return f.Line
}

// pair is a finding of the answer and a published one that are the same; which
// is nearer tells which belong together where several read alike.
type pair struct {
	found, published int
	moved            bool // the code differs from what it was
	far              int  // lines between them
	closed           bool // the published one is not open
}

// pairs gives all that are the same, the nearest first. A file that has another
// name now is compared by it; what was said of a file that is gone meets nothing.
func (d *decision) pairs(findings []found) []pair {
	var all []pair
	for j, p := range d.memory.Published {
		before := p.Finding
		before.Path = d.code.Renamed(before.Path, p.Head)
		for i, f := range findings {
			if before.Path == f.Path && sameAgain(before, f.Finding, p.Code, f.region) {
				all = append(all, pair{found: i, published: j, moved: !sameCode(p.Code, f.region), far: abs(before.Line - f.Line), closed: p.Resolved})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int {
		return cmp.Or(cmp.Compare(order(a.moved), order(b.moved)), cmp.Compare(a.far, b.far), cmp.Compare(order(a.closed), order(b.closed)))
	})
	return all
}

func order(last bool) int {
	if last {
		return 1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }

// assign gives each finding one earlier finding that is open or was put aside, the
// nearest and of those an open one, and each of them one finding at most: two that
// read alike at two places stay two.
func (d *decision) assign(pairs []pair) map[int]int {
	met, taken := map[int]int{}, map[int]bool{}
	for _, p := range pairs {
		_, has := met[p.found]
		if before := d.memory.Published[p.published]; !has && !taken[p.published] && (!before.Resolved || dismissed(before)) {
			met[p.found], taken[p.published] = p.published, true
		}
	}
	return met
}

// raise decides of each finding: known and open, put aside before, or new.
func (d *decision) raise(findings []found) {
	pairs := d.pairs(findings)
	met := d.assign(pairs)
	for i, f := range findings {
		place, known := met[i]
		switch {
		case !known:
			d.post(f, nil)
		case !d.memory.Published[place].Resolved:
			d.remains[place] = true
		default:
			d.weigh(f, d.memory.Published[place], d.ceiling(pairs, i))
		}
	}
}

// revive raises anew what was closed as fixed and remains all the same, where the
// answer does not speak of it anyhow.
func (d *decision) revive() {
	for _, p := range d.back {
		f := p.Finding
		f.Path, f.Suggestion = d.code.Renamed(f.Path, p.Head), nil
		if f.Path == "" || d.spoken(f, p.Code) {
			continue
		}
		if p.Outdated {
			f.Line, f.Start = 0, 0 // its lines are those of an older head
		}
		d.post(found{f, p.Code}, nil)
	}
	slices.SortStableFunc(d.plan.New, func(a, b Posting) int { return bySeverity(a.Finding, b.Finding) })
}

// spoken: a finding of the answer that is raised is this one.
func (d *decision) spoken(f feedback.Finding, region string) bool {
	return slices.ContainsFunc(d.plan.New, func(one Posting) bool {
		at := one.Finding.Where()
		return Same(one.Finding, f, d.code.Region(at.Path, at.Side, at.Start, at.Line), region)
	})
}

// ceiling is the worst severity of what a finding is the same as and was put
// aside.
func (d *decision) ceiling(pairs []pair, found int) int {
	worst := len(feedback.Severities)
	for _, p := range pairs {
		if before := d.memory.Published[p.published]; p.found == found && dismissed(before) {
			worst = min(worst, rank(before.Finding.Severity))
		}
	}
	return worst
}

// weigh raises a finding that was put aside only where it is worse than it was
// ever known to be.
func (d *decision) weigh(f found, by feedback.Published, ceiling int) {
	if rank(f.Severity) < ceiling {
		d.post(f, &by)
		return
	}
	why := Resolved
	if by.Own {
		why = Answered
	}
	d.plan.Silenced = append(d.plan.Silenced, Silenced{f.Finding, by, why})
}

// post makes a new finding of the plan, but for one whose comment a person
// deleted.
func (d *decision) post(f found, again *feedback.Published) {
	signature := Sign(f.Finding, f.region)
	id := d.id(signature)
	if slices.Contains(d.memory.Deleted, id) {
		d.plan.Missing = append(d.plan.Missing, feedback.Published{ID: id, Finding: f.Finding})
		return
	}
	posting := Posting{ID: id, Signature: signature + "." + tool(d.answer.Tool), Finding: f.Finding, Anchor: d.anchor(f.Finding), Again: again}
	if posting.Anchor != Summary {
		d.posted++
	}
	d.plan.New = append(d.plan.New, posting)
}

// anchor is the nearest place to the code that the host takes.
func (d *decision) anchor(f feedback.Finding) Anchor {
	where := f.Where()
	switch {
	case d.posted >= MostPosted || !d.code.InDiff(f.Path):
		return Summary
	case f.Line > 0 && d.code.Reach(f.Path, where.Side, f.Start, f.Line):
		return Inline
	}
	return File
}

// id names a new finding: the same for the same finding of a pull request, in
// whatever run; where it is taken, by what was published before or stands in
// this plan, the next one.
func (d *decision) id(signature string) mark.Digest {
	for n := 1; ; n++ {
		id := mark.DigestOf("finding/" + d.plan.Ref.String() + "/" + signature + "/" + strconv.Itoa(n))
		if !d.taken(id) {
			return id
		}
	}
}

func (d *decision) taken(id mark.Digest) bool {
	return slices.ContainsFunc(d.memory.Published, func(p feedback.Published) bool { return p.ID == id }) ||
		slices.ContainsFunc(d.plan.New, func(p Posting) bool { return p.ID == id }) ||
		slices.ContainsFunc(d.plan.Missing, func(p feedback.Published) bool { return p.ID == id })
}
