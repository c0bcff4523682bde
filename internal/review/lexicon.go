package review

import (
	"strings"

	"github.com/kljensen/snowball/english"
)

// idle words say nothing of the matter.
var idle = stems(`missing lack lacks lacking absent a about above actually add added adding after again all allow allows also although always an and any anything apply are around as at
avoid be because become been before being below better both but by call called caller callers calling calls can cannot case cause causes change check
code consider contain contains could current currently do does doing done due during each either else ensure even every exactly few field file find fix following for
from function functions get gets give given gives go goes had handle happen happens has have having hence here how however if in inside instead into is issue it its
itself just keep keeps kind know known later lead leads let lets like likely line lines look make makes making may maybe mean means method might more most
much must need needed needs never new next no nobody nor not nothing note now occur of off often on once one only onto or other others otherwise our out over own
parameter part pass passed passes please possible possibly potential potentially prefer problem put rather really reason recommend reports result results return returned returns right risk
same say says see seem seems set should show shows since so some somebody someone something still such suggest take takes than that the their them then there these they thing
this those though through thus to together too two under until up use used user using value values variable very via want was way we well were what when where
whether which while who whoever whole why will with within without would you your`)

// grammar are the words that not even a frame is made of.
var grammar = stems(`a about above actually also although an and any anything are around as at be because become been before being both but by can cannot case could
currently do does doing done due during each either even every for from had has have having hence here how however if in inside into is it its itself just
keep keeps like likely may maybe might more most must need needed needs now of off often on once one only onto or other others otherwise our out over own please
possible possibly potential potentially rather really same should since so some somebody someone something still such than that the their them then there these they thing this
those though through thus to together too up upon use used uses using very via was way we well were what when where whether which while who whoever whole why will with within would you your
not no never without nothing nobody none missing lack`)

func stems(text string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		all[word], all[english.Stem(word, true)] = true, true
	}
	return all
}

// kin are words that reviewers put for each other.
var kin = func() map[string]string {
	all := map[string]string{}
	for group := range strings.Lines(`forever indefinitely endless hang stuck block
final last
first initial
throw raise crash panic abort explode
ignore discard swallow drop unnoticed silent
leak unclosed
unused dead unreachable
duplicate repeat copy
missing lack absent omit
remove delete drop
wrong incorrect invalid
unsafe insecure
customer client
directory folder
secret credential password
query sql
authorization permission authorize privilege
synchronization lock mutex
unnecessary redundant superfluous needless
message text
exceed surpass
test untested coverage
docs documentation document readme
wait sleep
unbounded unlimited
nil null undefined npe
compare comparison
quadratic square
validate validation sanitize
allocate allocation
initialize initialise initialization
synchronous blocking
`) {
		words := strings.Fields(group)
		for _, word := range words {
			if _, taken := all[english.Stem(word, true)]; !taken {
				all[english.Stem(word, true)] = english.Stem(words[0], true)
			}
		}
	}
	return all
}()

// turns are words of opposite claims. Two findings of which each has one side
// only contradict each other or are about two things.
var turns = pairsOf(`too-little/too-much low/high small/large short/long early/late few/many always/never inclusive/exclusive overflow/underflow minimum/maximum min/max first/last upper/lower
ascending/descending encode/decode read/write reads/writes reading/writing request/response input/output source/destination src/dst client/server create/delete creating/deleting
insert/delete increment/decrement increase/decrease left/right width/height start/end begin/end before/after public/private encrypt/decrypt serialize/deserialize marshal/unmarshal
enable/disable enabled/disabled allow/deny subscribe/unsubscribe push/pull push/pop load/save import/export upload/download send/receive sender/receiver add/remove get/put get/set open/close
debit/credit row/column x/y horizontal/vertical login/logout success/failure parent/child old/new old/current lock/unlock missing/unnecessary missing/redundant missing/superfluous
local/remote pointer/value hour/minute minute/second day/month month/year connect/disconnect mount/unmount`)

func pairsOf(text string) (all [][2]string) {
	for pair := range strings.FieldsSeq(text) {
		one, other, _ := strings.Cut(pair, "/")
		all = append(all, [2]string{english.Stem(one, true), english.Stem(other, true)})
	}
	return all
}

// prose are the endings of files that are read by people only.
var prose = words(".md .txt .rst .adoc")

// opposites are all sides of turns.
var opposites = func() map[string]bool {
	all := map[string]bool{}
	for _, pair := range turns {
		all[pair[0]], all[pair[1]] = true, true
	}
	return all
}()

// conditions tell when something happens.
var conditions = stems("empty zero negative duplicate expired unknown closed cancelled large huge tiny blank whitespace odd even leap unicode offline concurrent parallel nested recursive")

// denying and demanding words: what should be is not.
var (
	denying   = words("not never no without cannot lack lacks lacking missing nothing nobody none isn't aren't doesn't don't won't can't wasn't didn't isnt doesnt")
	demanding = words("should must need needs ought has-to have-to")
)
