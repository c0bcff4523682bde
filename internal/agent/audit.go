package agent

import (
	"errors"
	"fmt"

	"github.com/settlehq/settle/internal/feedback"
)

// mostQuestions bounds what is asked about one finding (S4, F4.25).
const mostQuestions = 10

// checkAudit: each finding could be published, and of what was given to examine
// nothing is spoken of twice. Which earlier findings remain may stay unsaid, and
// an id that nobody has is for the caller to pass over.
func (r Report) checkAudit(asked Request) error {
	for i, f := range r.Findings {
		if f.Title == "" || f.Body == "" {
			return fmt.Errorf("finding %d: title or body is empty", i+1)
		}
		if err := inOurWords(f).Check(); err != nil {
			return fmt.Errorf("finding %d: %w", i+1, err)
		}
	}
	if len(asked.Examine) > 0 && len(r.Findings) > 0 {
		return errors.New("findings are reported where some were to be examined")
	}
	return r.checkExamined(len(asked.Examine))
}

func (r Report) checkExamined(given int) error {
	seen := map[int]bool{}
	for _, e := range r.Examined {
		switch {
		case e.Finding < 1 || e.Finding > given:
			return fmt.Errorf("examined: there is no finding %d", e.Finding)
		case seen[e.Finding]:
			return fmt.Errorf("examined: finding %d stands twice", e.Finding)
		case e.Confidence < 1 || e.Confidence > 10:
			return fmt.Errorf("examined: finding %d has the confidence %d, wanted 1 to 10", e.Finding, e.Confidence)
		case len(e.Questions) > mostQuestions:
			return fmt.Errorf("examined: finding %d has %d questions, at most %d are asked for", e.Finding, len(e.Questions), mostQuestions)
		}
		seen[e.Finding] = true
	}
	return nil
}

// inOurWords brings the severity of a finding to ours; one that is not told
// counts as medium.
func inOurWords(f feedback.Finding) feedback.Finding {
	if f.Severity == "" {
		f.Severity = "medium"
	} else if ours, known := feedback.Severity(f.Severity); known {
		f.Severity = ours
	}
	return f
}
