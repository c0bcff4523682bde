package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Bounds of the two files, in bytes.
const (
	MaxRequest = 16 << 20
	MaxReport  = 4 << 20
)

// Encode gives the request file. The schema is filled in.
func (r Request) Encode() ([]byte, error) {
	r.Schema = RequestSchema
	return encode(r, MaxRequest)
}

// Encode gives the report file. The schema is filled in.
func (r Report) Encode() ([]byte, error) {
	r.Schema = ReportSchema
	return encode(r, MaxReport)
}

// DecodeRequest reads a request file; it accepts nothing unknown.
func DecodeRequest(data []byte) (Request, error) {
	var r Request
	if err := decode(data, MaxRequest, &r); err != nil {
		return Request{}, fmt.Errorf("read request: %w", err)
	}
	if r.Schema != RequestSchema {
		return Request{}, fmt.Errorf("read request: schema is %q, want %q", r.Schema, RequestSchema)
	}
	return r, nil
}

// DecodeReport reads a report file and holds it against its request.
func DecodeReport(data []byte, asked Request) (Report, error) {
	var r Report
	if err := decode(data, MaxReport, &r); err != nil {
		return Report{}, fmt.Errorf("read report: %w", err)
	}
	for i, f := range r.Findings {
		r.Findings[i] = inOurWords(f)
	}
	if err := r.Check(asked); err != nil {
		return Report{}, fmt.Errorf("read report: %w", err)
	}
	return r, nil
}

func encode(value any, limit int) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // a body is full of < and >, and this is no page
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	data := out.Bytes()
	if len(data) > limit {
		return nil, fmt.Errorf("file of %d bytes is over the limit of %d", len(data), limit)
	}
	return data, nil
}

func decode(data []byte, limit int, into any) error {
	if len(data) > limit {
		return fmt.Errorf("file of %d bytes is over the limit of %d", len(data), limit)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the value")
	}
	return nil
}
