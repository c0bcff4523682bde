package notify_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/settlehq/settle/internal/action"
	"github.com/settlehq/settle/internal/notify"
	"github.com/settlehq/settle/internal/policy"
	"github.com/settlehq/settle/internal/pull"
)

// TestMain lets the test binary be the tracker and a person's own program, by
// the name that it is started with.
func TestMain(m *testing.M) {
	switch filepath.Base(os.Args[0]) {
	case "bd":
		os.Exit(bd(os.Args[1:], os.Getenv("BD_STATE")))
	case "pager", "notify-send":
		os.Exit(pager(os.Args[1:], os.Getenv("BD_STATE")))
	}
	os.Exit(m.Run())
}

// desk is a person's machine: programs below bin, what they keep below state.
type desk struct {
	t     *testing.T
	bin   string
	state string
	env   map[string]string
	post  *notify.Post
}

func newDesk(t *testing.T, programs ...string) *desk {
	t.Helper()
	d := &desk{t: t, bin: t.TempDir(), state: t.TempDir(), env: map[string]string{}}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range programs {
		if err := os.Symlink(exe, filepath.Join(d.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	d.post = &notify.Post{Getenv: func(name string) string { return d.env[name] }, Start: d.start, HTTP: notify.Client(), Now: time.Now, OS: "linux"}
	return d
}

// start runs a program of this machine, and no other.
func (d *desk) start(ctx context.Context, p notify.Program) (notify.Ended, error) {
	path := filepath.Join(d.bin, p.Args[0])
	if _, err := os.Stat(path); err != nil {
		return notify.Ended{}, notify.ErrNoProgram
	}
	var out, complaint bytes.Buffer
	cmd := exec.CommandContext(ctx, path, p.Args[1:]...)
	cmd.Args[0] = p.Args[0]
	cmd.Env = append([]string{"BD_STATE=" + d.state}, p.Set...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(p.Stdin), &out, &complaint
	err := cmd.Run()
	if cmd.ProcessState != nil && cmd.ProcessState.Exited() {
		err = nil
	}
	return notify.Ended{Exit: cmd.ProcessState.ExitCode(), Stdout: out.Bytes(), Stderr: complaint.Bytes()}, err
}

func (d *desk) read(name string) string {
	text, err := os.ReadFile(filepath.Join(d.state, name))
	if err != nil && !os.IsNotExist(err) {
		d.t.Fatal(err)
	}
	return string(text)
}

func (d *desk) write(name, text string) {
	if err := os.WriteFile(filepath.Join(d.state, name), []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

var question = notify.Letter{
	Ref: pull.Ref{Owner: "acme", Repo: "shop", Number: 42}, Key: "tell/question/bd:shop-7/0", Place: "bd:shop-7",
	Title: "acme/shop#42: 1 question", Text: "--now\nKeep the $(v1) field?", JSON: []byte(`{"schema":"settle.notice/1"}`),
}

func failureOf(err error) *action.Failure {
	var failure *action.Failure
	errors.As(err, &failure)
	return failure
}

func class(err error) action.FailureClass {
	if err == nil {
		return ""
	}
	return action.ClassOf(err)
}

func TestAQuestionIsNotedOnceAtTheTracker(t *testing.T) {
	d := newDesk(t, "bd")
	d.write("shop-7.notes", "An older note.\n")
	for range 2 {
		if err := d.post.Send(t.Context(), nil, question); err != nil {
			t.Fatal(err)
		}
	}
	notes := d.read("shop-7.notes")
	if !strings.HasPrefix(notes, "An older note.\n") || strings.Count(notes, "Keep the $(v1) field?") != 1 || d.read("shop-7.labels") != "human\n" {
		t.Errorf("notes %q, labels %q", notes, d.read("shop-7.labels"))
	}
	if calls := d.read("calls"); strings.Contains(calls, "bd human") {
		t.Errorf("bd human was called:\n%s", calls)
	}
	another := question
	another.Key = "tell/question/bd:shop-7/1"
	if err := d.post.Send(t.Context(), nil, another); err != nil || strings.Count(d.read("shop-7.notes"), "Keep the") != 2 {
		t.Errorf("another question was not noted: %v", err)
	}
}

func TestANoteWhoseAnswerWasLostIsFoundAgain(t *testing.T) {
	d := newDesk(t, "bd")
	d.write("dies", "update") // after it has written
	if err := d.post.Send(t.Context(), nil, question); class(err) != action.Lost {
		t.Fatalf("%v", err)
	}
	if err := d.post.Send(t.Context(), nil, question); err != nil {
		t.Fatal(err)
	}
	if notes := d.read("shop-7.notes"); strings.Count(notes, "Keep the") != 1 {
		t.Errorf("noted twice:\n%s", notes)
	}
}

func TestATrackerThatSaysNoIsAskedLater(t *testing.T) {
	d := newDesk(t, "bd")
	d.write("refuses", "show")
	if err := d.post.Send(t.Context(), nil, question); class(err) != action.Later || !strings.Contains(err.Error(), "locked") {
		t.Errorf("show refused: %v", err)
	}
	d.write("refuses", "label")
	if err := d.post.Send(t.Context(), nil, question); class(err) != action.Later || d.read("shop-7.notes") != "" {
		t.Errorf("label refused: %v", err)
	}
	none := newDesk(t)
	if err := none.post.Send(t.Context(), nil, question); class(err) != action.Refused || !errors.Is(err, notify.ErrNoProgram) {
		t.Errorf("not installed: %v", err)
	}
}

func TestAPersonsProgramIsGivenTheLetterAndNoArgumentOfIt(t *testing.T) {
	d := newDesk(t, "pager")
	commands := [][]string{{"other"}, {"pager", "--loud"}}
	letter := question
	letter.Place = policy.CommandPlace(commands[1])
	if err := d.post.Send(t.Context(), commands, letter); err != nil {
		t.Fatal(err)
	}
	got := d.read("pager")
	for _, want := range []string{"args [--loud]\n", "stdin " + string(letter.JSON), "SETTLE_KEY=" + string(letter.Key.Digest()), "SETTLE_REF=acme/shop#42", "SETTLE_TITLE=acme/shop#42: 1 question"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if err := d.post.Send(t.Context(), commands[:1], letter); class(err) != action.Refused {
		t.Errorf("a program that is named no more: %v", err)
	}
}

func TestADesktopIsGivenWordsAsWords(t *testing.T) {
	d := newDesk(t, "notify-send")
	letter := question
	letter.Place = policy.Desktop
	if err := d.post.Send(t.Context(), nil, letter); err != nil {
		t.Fatal(err)
	}
	if got := d.read("pager"); !strings.Contains(got, "-- "+letter.Title+" "+letter.Text) {
		t.Errorf("the words are not behind the options: %s", got)
	}
	d.post.OS = "windows"
	if err := d.post.Send(t.Context(), nil, letter); class(err) != action.Refused {
		t.Errorf("no desktop: %v", err)
	}
	letter.Place = "smoke:signal"
	if err := d.post.Send(t.Context(), nil, letter); class(err) != action.Refused {
		t.Errorf("a place of no known kind: %v", err)
	}
}
