// Package findings is what other tools found, read from their files: our own
// JSON (settle.findings/1), SARIF 2.1.0, and reviewdog's rdjson and rdjsonl; and
// the document that tells a reviewer of its earlier findings (settle.feedback/1).
//
// It promises that a file is read whole or refused whole: every place lies in
// the repository, every severity is one of ours, and what is wrong is named with
// its place and with what to do. A result that is no finding by its own tool's
// word (suppressed, passed, gone since a baseline) is left out, and said so. The
// package refuses to touch the world: bytes and the name of the checkout's folder
// come in, values go out. Words of a file are data. Nothing is blanked or cut for
// the public here; view does that with all words of others.
package findings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/strictjson"
)

// Formats of a file of findings.
const (
	Own    = "json"
	SARIF  = "sarif"
	RDJSON = "rdjson" // also one diagnostic a line, rdjsonl
)

// MostBytes is how large a file of findings, or a feedback document, may be.
const MostBytes = 10 << 20

// Further bounds of a file of findings.
const (
	mostDepth    = 64 // a code flow of SARIF nests about twenty deep
	mostFindings = 5000
)

// File is what a file says.
type File struct {
	Tool     string // its name, or several with a comma between
	Findings []feedback.Finding
	Retained []string // ids of earlier findings, as the file has them
	Stated   bool     // Retained was there, maybe empty
	Whole    bool     // the tool says that it has looked at everything, so that what it does not report is gone
	Skipped  []string // what was left out and why, one sentence each
}

// Read takes a file of findings in a format; the empty format is told by the
// content. Root is the folder of the checkout, in the form of the machine that
// the tool ran on: absolute paths and file URIs are made relative to it. The
// error is a *strictjson.Refusal.
func Read(data []byte, format, root string) (File, error) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if len(data) > MostBytes {
		return File{}, refused("", "the file has %d bytes, at most %d are read: let the tool report on the changed files only", len(data), MostBytes)
	}
	if format == "" {
		var err error
		if format, err = told(data); err != nil {
			return File{}, err
		}
	}
	var file File
	var err error
	switch format {
	case Own:
		file, err = readOwn(data)
	case SARIF:
		file, err = readSARIF(data, root)
	case RDJSON:
		file, err = readRDJSON(data, root)
	default:
		return File{}, refused("", "%q is no format that is read: wanted json, sarif or rdjson", format)
	}
	if err == nil && len(file.Findings) > mostFindings {
		err = refused("", "the file has %d findings, at most %d are taken: let the tool report on the changed files only", len(file.Findings), mostFindings)
	}
	if err != nil {
		return File{}, err
	}
	return file, nil
}

// told finds the format by the keys of the first JSON object.
func told(data []byte) (string, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return "", refused("", "the file is empty: let the tool write its report, also where it found nothing")
	}
	var keys map[string]json.RawMessage
	err := json.NewDecoder(bytes.NewReader(data)).Decode(&keys)
	var kind *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &kind) {
		return "", refused("", "the file is no JSON: %s", reason(err))
	}
	has := func(key string) bool { _, ok := keys[key]; return ok }
	switch {
	case has("runs"):
		return SARIF, nil
	case has("diagnostics"), has("message") && has("location"):
		return RDJSON, nil
	case has("schema"), has("findings"):
		return Own, nil
	}
	return "", refused("", "the file is none that is read: wanted settle.findings/1, SARIF 2.1.0 or rdjson; where it is one of them, name it with --format")
}

func reason(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "it ends too early"
	}
	return err.Error()
}

func refused(path, format string, args ...any) error {
	return strictjson.Refuse(strictjson.Problem{Path: path, Reason: fmt.Sprintf(format, args...)})
}

// left counts the results that are no findings, by reason, in the order of the
// file.
type left struct {
	reasons []string
	counts  map[string]int
}

func (l *left) out(format string, args ...any) {
	why := fmt.Sprintf(format, args...)
	if l.counts == nil {
		l.counts = map[string]int{}
	}
	if l.counts[why] == 0 {
		l.reasons = append(l.reasons, why)
	}
	l.counts[why]++
}

// reasonsShown bounds how many sentences a file may cause.
const reasonsShown = 20

func (l *left) sentences() []string {
	var sentences []string
	for i, why := range l.reasons {
		if i == reasonsShown {
			return append(sentences, fmt.Sprintf("and %d more reasons", len(l.reasons)-i))
		}
		one := "1 result is"
		if n := l.counts[why]; n > 1 {
			one = fmt.Sprintf("%d results are", n)
		}
		sentences = append(sentences, one+" left out: "+why)
	}
	return sentences
}

// names joins names of tools, each once, in order.
func names(all []string) string {
	var once []string
	seen := map[string]bool{}
	for _, name := range all {
		if name = strings.TrimSpace(name); name != "" && !seen[name] {
			seen[name] = true
			once = append(once, name)
		}
	}
	return strings.Join(once, ", ")
}

// unmarshals reports that a text is JSON for a value.
func unmarshals(data []byte, into any) bool { return json.Unmarshal(data, into) == nil }
