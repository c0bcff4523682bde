package app

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// observer looks at a pull request, and at the templates that its policy names.
type observer struct{ *App }

// Observe looks now. A template is read once for each tip of the base branch;
// one that could not be read is tried again at the next look.
func (o observer) Observe(ctx context.Context, ref pull.Ref) (pull.Snapshot, error) {
	snapshot, err := o.client.Observe(ctx, ref)
	if err == nil && snapshot.State == pull.Open {
		o.readTemplates(ctx, snapshot)
	}
	return snapshot, err
}

// templates are what was read of the files that word answers.
type templates map[templateFile]wording

// templateFile is one file of a repository in one commit, as a kind of answer.
type templateFile struct {
	repository string
	tip        pull.Oid
	path       string
	kind       feedback.Disposition
}

// wording is a template, or why there is none.
type wording struct {
	template policy.Template
	err      error
	later    bool // the host failed; it may be there the next time
}

// mostTemplates bounds the memory of a long run over many repositories.
const mostTemplates = 256

func (a *App) readTemplates(ctx context.Context, s pull.Snapshot) {
	for kind, path := range a.options.Policies.For(s).Answers.Templates {
		file := templateFileOf(s, kind, path)
		a.wording.Lock()
		known, ok := a.templates[file]
		a.wording.Unlock()
		if ok && !known.later {
			continue
		}
		read := a.readTemplate(ctx, s, file)
		a.wording.Lock()
		if a.templates == nil || len(a.templates) >= mostTemplates {
			a.templates = templates{}
		}
		a.templates[file] = read
		a.wording.Unlock()
	}
}

func templateFileOf(s pull.Snapshot, kind, path string) templateFile {
	tip := s.BaseTip
	if tip == "" {
		tip = s.Base
	}
	return templateFile{repository: s.Ref.Host + "/" + s.Ref.Slug(), tip: tip, path: path, kind: feedback.Disposition(kind)}
}

func (a *App) readTemplate(ctx context.Context, s pull.Snapshot, file templateFile) wording {
	text, err := a.client.File(ctx, s.Ref, file.path, file.tip)
	if err != nil {
		class := action.ClassOf(err)
		return wording{err: fmt.Errorf("%s cannot be read: %w", file.path, err), later: class != action.Gone && class != action.Refused}
	}
	template, err := policy.ParseTemplate(file.path, file.kind, text)
	return wording{template: template, err: err}
}

// worded puts the templates that were read into a policy. One that cannot be
// used makes the policy unusable, as any other mistake in it does: what was
// meant to be said is not known. One that nobody has read yet changes nothing.
func (a *App) worded(p policy.Policy, s pull.Snapshot) policy.Policy {
	a.wording.Lock()
	defer a.wording.Unlock()
	for _, kind := range slices.Sorted(maps.Keys(p.Answers.Templates)) {
		known, ok := a.templates[templateFileOf(s, kind, p.Answers.Templates[kind])]
		switch {
		case !ok:
		case known.err != nil:
			if p.Broken == "" {
				p.Broken = known.err.Error()
			}
		default:
			if p.Answers.Wording == nil {
				p.Answers.Wording = map[feedback.Disposition]policy.Template{}
			}
			p.Answers.Wording[feedback.Disposition(kind)] = known.template
		}
	}
	return p
}
