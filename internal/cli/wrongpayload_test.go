package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// object is a JSON object of a payload; with gives a copy with some keys
// changed, and taken away where the value is gone.
type object map[string]any

type gone struct{}

func (o object) with(changes object) object {
	out := maps.Clone(o)
	for key, value := range changes {
		if out[key] = value; value == (gone{}) {
			delete(out, key)
		}
	}
	return out
}

func (o object) text(t *testing.T) string {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// judgedThread gives the node id of the only thread, after a triage file has
// called it stale.
func (h *home) judgedThread(triage func(id string) object) string {
	h.t.Helper()
	_, stdout, stderr := h.settle("threads", "acme/shop#42", "--json")
	var said struct{ Threads []struct{ Node_ID string } }
	if err := json.Unmarshal([]byte(stdout), &said); err != nil || len(said.Threads) != 1 {
		h.t.Fatalf("%v %s%s", err, stdout, stderr)
	}
	id := said.Threads[0].Node_ID
	file := h.file("triage.json", object{"threads": []object{triage(id)}}.text(h.t))
	if code, stdout, stderr := h.settle("triage", "acme/shop#42", "--payload", file, "--apply"); code != 0 {
		h.t.Fatalf("exit %d: %s%s", code, stdout, stderr)
	}
	return id
}

func triageRow(id string) object {
	return object{
		"threadId": id, "classification": "stale", "confidence": 0.9, "reason": "The function is gone.", "recommendedAction": "Answer.",
		"filesToInspect": []string{"cart.go"}, "filesToChange": []string{}, "checksToRun": []string{}, "replyBody": "",
		"canResolveAfterChecks": true, "requiresHumanDecision": false,
	}
}

func fixRow(id string) object {
	return object{
		"threadId": id, "classification": "stale", "verification": []string{"read cart.go"}, "checksRun": []string{"go test ./..."},
		"fixSummary": "Total is gone.", "resolveRequested": true,
	}
}

// A file of another tool that is wrong in any way is refused before anything is
// sent: with its path, its reason and the rule's word, and the database as it was.
func TestWrongPayloadsAreRefused(t *testing.T) {
	t.Parallel()
	sim := served(t, "testdata/house.txtar")
	h := newHome(t, sim.URL)
	id := h.judgedThread(triageRow)
	before, err := os.ReadFile(h.database)
	if err != nil {
		t.Fatal(err)
	}
	rows := wrongPayloads(t, id)
	if len(rows) < 30 {
		t.Fatalf("only %d kinds of wrong payload", len(rows))
	}
	for i, r := range rows {
		t.Run(r.says, func(t *testing.T) {
			args := []string{"apply", "acme/shop#42", "--replies", "--resolutions"}
			if r.triage {
				args = []string{"triage", "acme/shop#42", "--apply"}
			}
			args = append(args, "--payload", h.file(fmt.Sprintf("wrong-%d.json", i), r.text))
			code, stdout, stderr := h.settle(append(args, r.flags...)...)
			plain := strings.Join(strings.Fields(stderr), " ")
			for _, want := range append(r.wants, fmt.Sprintf("wrong-%d.json: ", i), "nothing was sent, and nothing was written down") {
				if !strings.Contains(plain, want) {
					t.Errorf("the error does not say %q:\n%s", want, stderr)
				}
			}
			if code != 3 || stdout != "" {
				t.Errorf("exit code %d: %s", code, stdout)
			}
			after, err := os.ReadFile(h.database)
			if err != nil || !bytes.Equal(before, after) {
				t.Errorf("the database is changed (%v)", err)
			}
			if deeds := sim.Stats().Deeds; len(deeds) > 0 {
				t.Errorf("the host has seen %v", deeds)
			}
		})
	}
}

// wrongPayload is one kind of wrong file; the wants are what the error says.
type wrongPayload struct {
	says   string
	triage bool
	text   string
	flags  []string
	wants  []string
}

func wrongPayloads(t *testing.T, id string) []wrongPayload {
	return slices.Concat(wrongFiles(t, id), wrongFixes(t, id), wrongTriages(t, id))
}

func detached(w wrongPayload) wrongPayload {
	w.flags = []string{"--detached"}
	return w
}

// wrongFiles are wrong as a whole.
func wrongFiles(t *testing.T, id string) []wrongPayload {
	t.Helper()
	whole := func(says string, isTriage bool, text string, wants ...string) wrongPayload {
		return wrongPayload{says: says, triage: isTriage, text: text, wants: wants}
	}
	good := fixRow(id)
	goodText := object{"items": []object{good}}.text(t)
	return []wrongPayload{
		whole("an empty file", false, "", "the file is empty"),
		whole("no JSON", false, "items: []", "the file is not JSON", "line 1, column"),
		whole("cut off", false, goodText[:len(goodText)-20], "ends too early"),
		whole("something behind it", false, goodText+"{}", "something stands behind the end"),
		whole("not UTF-8", false, "{\"items\": \"\xff\"}", "not UTF-8"),
		whole("a key twice", false, `{"prNumber": 42, "prNumber": 42, "items": []}`, "prNumber: stands twice"),
		whole("nested without bottom", false, strings.Repeat("[", 400)+strings.Repeat("]", 400), "nested more than"),
		whole("a list at the top", false, "["+goodText+"]", "is a list, wanted an object"),
		whole("no rows", false, `{"items": []}`, "items: has 0 entries, at least 1 are wanted"),
		whole("no list of rows", true, `{}`, "threads: is missing"),
		whole("another key at the top", true, `{"threads": [], "status": "found"}`, "status: is no key of this file"),
		whole("another pull request", false, object{"prNumber": 43, "items": []object{good}}.text(t), "prNumber: the file is for #43", "(pullRequestMatch)"),
		detached(whole("another pull request, detached", false, object{"prNumber": 43, "items": []object{good}}.text(t), "prNumber:", "(pullRequestMatch)")),
		whole("one thread twice", false, object{"items": []object{good, good}}.text(t), "items[1].threadId:", "items[0] already (duplicateThreadId)"),
		whole("a triage that leaves a thread out", true, `{"threads": []}`, "threads:", "is open and is not named (allSelectedThreadIds)"),
	}
}

// wrongFixes have one row of a fix payload that is wrong.
func wrongFixes(t *testing.T, id string) []wrongPayload {
	t.Helper()
	fix := func(says string, changes object, wants ...string) wrongPayload {
		return wrongPayload{says: says, text: object{"items": []object{fixRow(id).with(changes)}}.text(t), wants: wants}
	}
	return []wrongPayload{
		fix("an unknown key", object{"colour": "red"}, "items[0].colour: is no key of this file"),
		fix("a missing key", object{"resolveRequested": gone{}}, "items[0].resolveRequested: is missing"),
		fix("an unknown class", object{"classification": "wontfix"}, `items[0].classification: "wontfix" is none of valid, invalid, stale, already_fixed, needs_human`),
		fix("a number for a text", object{"fixSummary": 7}, "items[0].fixSummary: is a number, wanted a text"),
		fix("a text of blanks", object{"fixSummary": " \t"}, "items[0].fixSummary: is empty"),
		fix("a summary too long", object{"fixSummary": strings.Repeat("x", 2001)}, "items[0].fixSummary: has 2001 characters, at most 2000 are taken"),
		fix("evidence too long", object{"verification": []string{"ok", strings.Repeat("x", 1001)}}, "items[0].verification[1]: has 1001 characters"),
		fix("a commit that is none", object{"commitSha": "c07be2"}, "items[0].commitSha:", "does not match"),
		fix("a reply over the schema", object{"replyBody": strings.Repeat("x", 4001)}, "items[0].replyBody: has 4001 characters, at most 4000"),
		fix("a reply that cannot be published whole", object{"replyBody": strings.Repeat("x", 3001)}, "items[0].replyBody:", "(replyFits)"),
		fix("a reply with a credential", object{"replyBody": "see ghp_0123456789abcdefghijABCDEFGHIJ012345"}, "items[0].replyBody: holds what looks like a credential (secretRefused)"),
		fix("evidence with a credential", object{"verification": []string{"ran with AKIAABCDEFGHIJKLMNOP"}}, "items[0].verification[0]: holds what looks like a credential"),
		fix("a reply that calls the thread resolved", object{"replyBody": "Gone. Marking the thread as resolved."}, "items[0].replyBody:", "(replyClaimsResolution)"),
		fix("to be resolved without verification", object{"verification": []string{}}, "items[0].verification:", "(verificationRequiredForResolve)"),
		fix("to be resolved without checks", object{"checksRun": []string{}}, "items[0].checksRun:", "(checksRequiredForResolve)"),
		fix("valid, to be resolved without a commit", object{"classification": "valid"}, "items[0].commitSha:", "(commitShaRequiredForValidResolve)"),
		fix("valid, answered without a summary", object{"classification": "valid", "commitSha": "c07be21", "fixSummary": gone{}}, "items[0].fixSummary:", "(fixSummaryRequiredForReplyOrResolve)"),
		detached(fix("valid, by a commit of nobody", object{"classification": "valid", "commitSha": "c07be21"}, "items[0].commitSha: c07be21 is no commit of acme/shop#42 (commitInPullRequest)")),
		fix("gone, not outdated, without a summary", object{"fixSummary": gone{}}, "items[0].fixSummary:", "(fixSummaryRequiredForReplyOrResolve)"),
		fix("a person's decision, to be resolved", object{"classification": "needs_human"}, "items[0].resolveRequested:", "(needsHumanCannotResolve)"),
		detached(fix("a person's decision, called done", object{"classification": "needs_human", "resolveRequested": false, "replyBody": "This is fixed."}, "items[0].replyBody:", "(needsHumanReplyIsOpen)")),
		fix("another class than was stored", object{"classification": "already_fixed"}, "items[0].classification:", "was found to be stale (triageClassificationMatch)"),
		fix("a thread that is not there", object{"threadId": "PRRT_nowhere"}, "items[0].threadId:", "(knownThreadId)"),
	}
}

// wrongTriages have one row of a triage payload that is wrong.
func wrongTriages(t *testing.T, id string) []wrongPayload {
	t.Helper()
	triage := func(says string, changes object, wants ...string) wrongPayload {
		return wrongPayload{says: says, triage: true, text: object{"threads": []object{triageRow(id).with(changes)}}.text(t), wants: wants}
	}
	return []wrongPayload{
		triage("a triage of a thread that is not there", object{"threadId": "t1"}, "threads[0].threadId:", "(knownThreadId)"),
		triage("too sure", object{"confidence": 1.01}, "threads[0].confidence: 1.01 is over 1"),
		triage("confidence in words", object{"confidence": "high"}, "threads[0].confidence: is a text, wanted a number"),
		triage("a file twice", object{"filesToInspect": []string{"a.go", "a.go"}}, "threads[0].filesToInspect[1]: stands twice"),
		triage("a person's decision, closed after checks", object{"requiresHumanDecision": true}, "threads[0].canResolveAfterChecks:", "(humanDecisionCannotResolve)"),
		triage("needs a person, and does not", object{"classification": "needs_human", "canResolveAfterChecks": false}, "threads[0].requiresHumanDecision:", "(needsHumanRequiresHumanDecision)"),
		triage("no reason", object{"reason": ""}, "threads[0].reason: is empty"),
	}
}
