package action

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

func TestWhatNobodyClassifiedMayHaveHappened(t *testing.T) {
	if got := ClassOf(fmt.Errorf("send: %w", io.ErrUnexpectedEOF)); got != Lost {
		t.Errorf("got %s", got)
	}
}

func TestAClassSurvivesWrapping(t *testing.T) {
	err := fmt.Errorf("reply: %w", Fail(Moved, io.EOF))
	if ClassOf(err) != Moved || !errors.Is(err, io.EOF) {
		t.Errorf("got %s of %v", ClassOf(err), err)
	}
	if Fail(Refused, nil) != nil {
		t.Error("no failure became one")
	}
}
