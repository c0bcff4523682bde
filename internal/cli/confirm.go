package cli

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/settlehq/settle/internal/verdict"
	"github.com/settlehq/settle/internal/view"
)

func (t *terminal) confirmCommand() *cobra.Command {
	return &cobra.Command{
		Use: "confirm PR [RECORD]", Short: "check a convergence record against GitHub", Args: args(cobra.RangeArgs(1, 2)),
		Long: "Reads every fact of a convergence record again from GitHub: each check, review, comment and commit with its number and time.\n" +
			"Without RECORD it is the one that this machine kept when the pull request was ready; a file may be of anybody's.",
		Example: "  settle confirm 42\n  settle explain 42 --json | jq .record > record.json\n  settle confirm 42 record.json",
		RunE: func(cmd *cobra.Command, given []string) error {
			return t.ask(cmd, given[:1], false, func(a asked) error {
				record, err := t.recordOf(cmd, a, given)
				if err != nil {
					return err
				}
				confirmed, err := a.app.Confirm(cmd.Context(), a.ref, *record)
				if err != nil {
					return err
				}
				switch holds := confirmed.Holds(); {
				case holds == nil:
					t.code = exitGap
				case !*holds:
					t.code = exitMismatch
				}
				t.show(confirmed)
				return nil
			})
		},
	}
}

// recordOf reads the record that is to be confirmed: of a file, else the kept one.
func (t *terminal) recordOf(cmd *cobra.Command, a asked, given []string) (*verdict.Record, error) {
	if len(given) > 1 {
		return readRecord(given[1])
	}
	record, err := a.app.Record(cmd.Context(), a.ref)
	if err == nil && record == nil {
		err = view.Error{
			What: "no record of " + a.ref.String() + " is kept here", Why: "one is written when settle run finds it ready",
			Do: "give the record as a file: settle confirm PR RECORD", ExitCode: exitNotFound,
		}
	}
	return record, err
}

// readRecord reads a file of settle.record/1. What it does not know is refused:
// it could not be sealed, and nobody would check it.
func readRecord(name string) (*verdict.Record, error) {
	text, err := readFile(name)
	if err != nil {
		return nil, err
	}
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.DisallowUnknownFields()
	var record verdict.Record
	if err := reader.Decode(&record); err != nil {
		return nil, &fileError{fmt.Errorf("%s is no convergence record; %w", name, err)}
	}
	if record.Schema != verdict.RecordSchema {
		return nil, &fileError{fmt.Errorf("%s is no convergence record; its schema is %q, wanted %s", name, record.Schema, verdict.RecordSchema)}
	}
	return &record, nil
}
