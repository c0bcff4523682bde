package action

import (
	"fmt"
	"slices"
	"strings"

	"github.com/settlehq/settle/internal/feedback"
	"github.com/settlehq/settle/internal/mark"
	"github.com/settlehq/settle/internal/pull"
)

// Key says why a deed is owed (architecture.md 3.2). It never holds a time, a
// round, a worker, a policy or a model. Keys outlive releases.
type Key string

// Digest is the key's short form in marks and trailers.
func (k Key) Digest() mark.Digest { return mark.DigestOf(string(k)) }

// Kind reads the kind back; a task stands for its work.
func (k Key) Kind() Kind {
	first, _, _ := strings.Cut(string(k), "/")
	switch Task(first) {
	case Triage, Fix, Repair, Rebase, Update, Verify, Audit:
		return Work
	}
	return Kind(first)
}

// Task reads the task of a work back, empty for other kinds.
func (k Key) Task() Task {
	if k.Kind() != Work {
		return ""
	}
	first, _, _ := strings.Cut(string(k), "/")
	return Task(first)
}

// Subject is what stands behind the kind.
func (k Key) Subject() string {
	_, rest, _ := strings.Cut(string(k), "/")
	return rest
}

// TriageKey covers the items at their versions.
func TriageKey(items []feedback.At) Key { return Key("triage/" + join(items)) }

// FixKey: a second time only when it failed or the head moved.
func FixKey(head pull.Oid, items []feedback.At, failures int) Key {
	return Key(fmt.Sprintf("fix/%s/%s/%d", head, join(items), failures))
}

// VerifyKey names the commit that the repository's checks run at.
func VerifyKey(commit pull.Oid) Key { return Key("verify/" + string(commit)) }

// AuditKey names the head that is audited.
func AuditKey(head pull.Oid) Key { return Key("audit/" + string(head)) }

// RebaseKey: again when either side moved.
func RebaseKey(head, base pull.Oid) Key { return Key(fmt.Sprintf("rebase/%s+%s", head, base)) }

// UpdateKey: again when either side moved.
func UpdateKey(head, base pull.Oid) Key { return Key(fmt.Sprintf("update/%s+%s", head, base)) }

// RepairKey names the commit, the failed check and the failures so far.
func RepairKey(commit pull.Oid, check string, failures int) Key {
	return Key(fmt.Sprintf("repair/%s/%s/%d", commit, check, failures))
}

// PushKey: a commit is pushed once, ever.
func PushKey(commit pull.Oid) Key { return Key("push/" + string(commit)) }

// ReplyKey: again for a new version, or when the disposition changed.
func ReplyKey(at feedback.At, d feedback.Disposition) Key {
	return Key(fmt.Sprintf("reply/%s/%s", at, d))
}

// ResolveKey follows its reply.
func ResolveKey(at feedback.At, d feedback.Disposition) Key {
	return Key(fmt.Sprintf("resolve/%s/%s", at, d))
}

// AskKey: the nth ask of a reviewer at a head, n from 0.
func AskKey(reviewer string, head pull.Oid, n int) Key {
	return Key(fmt.Sprintf("ask/%s@%s#%d", reviewer, head, n))
}

// RerunKey: again when the host's attempt number grew.
func RerunKey(check int64, attempt int) Key { return Key(fmt.Sprintf("rerun/%d#%d", check, attempt)) }

// FollowUpKey: one follow-up for a pull request, ever.
func FollowUpKey(ref pull.Ref) Key { return Key("followup/" + ref.String()) }

// FollowUpBranches is how the names of all branches of follow-ups of a pull
// request begin: where one is, the follow-up was made, whatever its head was.
func FollowUpBranches(reviewer string, ref pull.Ref) string {
	return fmt.Sprintf("chore/%s-followup-%d-", reviewer, ref.Number)
}

// ReadyKey: once for a head.
func ReadyKey(head pull.Oid) Key { return Key("ready/" + string(head)) }

// TellKey: again when what is said changed.
func TellKey(audience, subject, said string) Key {
	return Key(fmt.Sprintf("tell/%s/%s/%s", audience, subject, mark.DigestOf(said)))
}

// IssueKey: one issue for what was put off as it stands.
func IssueKey(at feedback.At) Key { return TellKey("issue", at.String(), "") }

// RetractKey names the comment that is taken back.
func RetractKey(comment int64) Key { return Key(fmt.Sprintf("retract/%d", comment)) }

func join(items []feedback.At) string {
	names := make([]string, 0, len(items))
	for _, at := range items {
		names = append(names, at.String())
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}
