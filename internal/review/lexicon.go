package review

import (
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
)

// fault is one row of the closed list of what reviewers complain of: how it is
// worded, whatever the code is called. A word that ends in * stands for all that
// begin so; a blank in a phrase stands for up to three words between.
type fault struct {
	name  string
	words string // phrases, apart by commas
	topic bool   // it says what the code is about rather than what is wrong with it
	meta  bool   // it is about tests, words or looks, not about what the code does
}

// faults that a program, its tests and its texts can have.
var faults = []fault{
	{name: "nil", words: "force unwrap*, force-unwrap*, forced unwrap*, optional unwrap*, non-null assertion*, unwrap, nil, null, npe, nullpointer*, dereferenc*, undefined, none type, optional chaining, not exist*, check exist*, missing exists"},
	{name: "error", words: "error* ignor*, error* swallow*, error* discard*, error* drop*, error* lost, error* unchecked, error* unhandled, error* not checked, error* never checked, error* not handled, error* not returned, error* assigned, ignor* error*, swallow* error*, discard* error*, drop* error*, unchecked error*, unhandled error*, unhandled rejection*, failure* unnoticed, fail* unnoticed, goes unnoticed, error return value, exception* swallow*, exception* ignor*, swallow* exception*, bare except*, broad except*, empty catch, no error handling, missing error handling, silently, failure ignored, fail* silent*, error* unnoticed, err ignor*, err never checked, err not checked, err unchecked, no error handl*, without check* error*"},
	{name: "leak", words: "not cleaned, cleanup, clean up, unsubscrib*, keeps running, missing stop, keeps file, stop missing, leak*, never closed, not closed, unclosed, without clos*, missing close, stay* open, left open, never released, not released, never freed, not freed, descriptor*, defer close, never stopped, not stopped, not disposed, never disposed, remains open, stay* subscribed, never unsubscrib*, not unsubscrib*, never removed, not removed, not cleaned up, never cleaned up"},
	{name: "race", words: "lost update*, read and save, read-modify-write, select_for_update, optimistic lock*, check-then-act, toctou, same time, race, races, racy, unsynchroni*, thread-safe*, thread safe*, not atomic, unlocked, without lock*, without mutex, not locked, not guarded, not protected, unguarded, without synchroni*, no lock*, no mutex, concurrent access, concurrent* write*, concurrent* read*, concurrent* modif*, concurrent request*, lock missing, missing lock, concurrent map"},
	{name: "held", words: "lock order, order of locks, lock ordering, inconsistent order, order of locking, deadlock*, lock held, mutex held, still held, not unlock*, never unlock*, mutex not released, mutex never released, lock not released, lock never released, unlock never, missing unlock"},
	{name: "hang", words: "hang*, forever, indefinitely, time out*, timeout*, deadline*, never return*, never wake*, block* forever, stuck, never terminat*, infinite loop, endless loop, loops forever, spin*"},
	{name: "sql", words: "sql injection, sql*, query concatenat*, concatenat* query, parameterized*, parameterised*, prepared statement*, quer* string interpolat*, query built"},
	{name: "shell", words: "script injection, template injection, command injection, shell*, os.system, code injection, eval, remote code execution, arbitrary command*, arbitrary code"},
	{name: "xss", words: "renders html, raw output, raw html, without escaping, html_safe, unsanitized html, printed raw, output raw, escaping, xss, cross-site scripting, innerhtml, unescaped html, html escap*, run script*, html injection, not escaped, unescaped"},
	{name: "traversal", words: "traversal, escape root, escape directory, outside directory, outside root, zip slip, arbitrary file*, any file, leave root, leave directory"},
	{name: "ssrf", words: "ssrf, request forgery, internal address*, internal host*"},
	{name: "csrf", words: "csrf, cross-site request"},
	{name: "redirect", words: "open redirect*, redirect*"},
	{name: "access", words: "authoriz*, authoris*, permission*, access control, privilege*, ownership, owner*, belong*, any user, any customer, idor, admin right*, admin only, everybody, anybody, anyone, tenant*, role check, unauthenticated, authenticat*, login required, other user*, another user, without login"},
	{name: "secret", words: "secret*, credential*, password* log*, password* print*, token* log*, token* print*, api key*, apikey, hard-coded key, hard-coded password, hard-coded token, hardcoded key, hardcoded password, hardcoded token, plain text, plaintext, sensitive, personal data, pii"},
	{name: "hash", words: "plain text password*, password* plain, unhashed, without hashing, not hashed, stored plain*, password hashing, md5, sha-1, sha1, weak hash*, password hash*, fast hash*, unsalted, salt*"},
	{name: "random", words: "insecure random*, predictable, predict*, math/rand, math.random, random token*, not random, guessable, guess*, weak random*, cryptographically secure"},
	{name: "timing", words: "compare_digest, timingsafeequal, constanttimecompare, constant time, constant-time, timing attack*, timing-safe, timing side channel"},
	{name: "tls", words: "certificate*, tls verif*, insecureskipverify, verify=false, ssl verif*, hostname verif*"},
	{name: "cipher", words: "ecb, weak cipher*, weak encrypt*, unencrypted, reused nonce, nonce reuse*, nonce, initialization vector, static iv"},
	{name: "money", words: "max_safe_integer, 2^53, bigint, safe integer*, round*, precision, float*, imprecis*, cents"},
	{name: "overflow", words: "overflow*, underflow*, wrap* around, integer truncat*, truncat*, int32, narrowing, too large int*, exceeds int*, 32 bit*, 32-bit"},
	{name: "bounds", words: "off-by-one, off by one, out of range, out of bounds, index out, out-of-bounds, one too many, one too few, last skipped, last missed, last left out, last never, leaves out final, skip* last, skip* final, miss* last, leaves out last, drops last, drop* final, fencepost, length check, empty slice, empty array, without check* length, final element, last element, last page, final page, last item, final item, last row, last byte"},
	{name: "compare", words: "negation missing, missing negation, should be !, wrong way round, is inverted, inverted condition, logic reversed, rejects admins, comparison wrong, wrong comparison, comparison excludes, should be >=, should be <=, should be >, should be <, inverted, reversed, negated, wrong way, condition wrong, wrong condition, always true, always false, operator, exactly refused, == instead, === instead, loose equality, strict equality, exclud*, condition backwards, backwards, flipped, opposite"},
	{name: "zero", words: "division by zero, divide* by zero, zero division, zerodivision*, divided by zero, dividing by zero, divisor zero, zero divisor, zero height, zero width"},
	{name: "limit", words: "without bound, no bound, never cleaned, only goes up, never deleted, never expire*, unbounded, no limit, without limit, unlimited, exhaust*, memory into, grows without, grow* forever, no upper bound, no maximum, no cap, attempts maximum, maximum attempts, maximum number, gives up, never gives, no maximum, oom, out of memory, whole memory, entire memory, read whole, no size limit, size limit, never evict*, never shrink*, never pruned"},
	{name: "loop cost", words: "n+1, one query per, query per, quadratic, o(n, inside loop, each iteration, per iteration, every iteration, in loop quer*, for each row, for every row, query each, query for each, query for every"},
	{name: "slow", words: "slow*, inefficient, expensive, performance, allocat*, recompiled, recomputed, compiled every, compiled each, compiled on every, compiled on each, blocking call, blocks event loop, blocks main thread, synchronous* read*, event loop, main thread, sync call"},
	{name: "stale", words: "stale, never invalidated, not invalidated, invalidat*, outdated cache, cache old, evict entry, not evicted, old value served, still served, still serves, not refreshed, never refreshed"},
	{name: "duplicate", words: "duplicat*, copy-past*, copy paste*, copied, same body, repeats what, repeated code, same logic, identical to, already exists in, reimplement*, twice code"},
	{name: "unused", words: "never reached, never be reached, not reachable, can never, cannot be reached, unused, never used, not used, dead code, unreachable, never read, never executed, no longer used, not referenced, never referenced, ineffectual, no effect, dead branch, leftover*"},
	{name: "shadow", words: "shadow*"},
	{name: "naming", words: "name misleading, misleading name, rename*, naming, misnomer, unclear name, name unclear, confusing name, name says, name suggests, better name, poorly named, called but", meta: true},
	{name: "typo", words: "typo*, spelling, misspel*, grammar, spelled, spelt", meta: true},
	{name: "docs", words: "stale comment, comment match*, comment not match*, outdated comment, comment of, comment claims, comment still, docs, doc comment*, docstring*, comment wrong, comment outdated, readme, changelog, document*, undocumented, godoc, jsdoc, comment says, comment is, comment describes, misleading comment, stale comment", meta: true},
	{name: "tests", words: "untested, no test*, missing test*, without test*, test* missing, test coverage, coverage, not tested, not covered, test* covers, nothing tests, add test*, tests nothing, not exercised, never tested, never exercised, no unit test*, lacks test*, unit test*", meta: true},
	{name: "weak test", words: "assert*, flaky, mock*, test passes, test sleep*, test always, test never fails, cannot fail", meta: true},
	{name: "validation", words: "not limited, length check*, length limit*, no length, validat*, unvalidated, sanitiz*, sanitis*, malformed, untrusted input, unchecked input, without check* input, negative accepted, accepts negative, accepts empty, accepts any, empty accepted"},
	{name: "units", words: "nanosecond*, microsecond*, missing unit, unit missing, time.second, time.millisecond, bytes instead, kilobytes, millisecond*, seconds, wrong unit, unit wrong, units, mixed unit*, minutes instead"},
	{name: "zone", topic: true, words: "time zone*, timezone*, utc, naive, aware, dst, daylight*, local time"},
	{name: "encoding", topic: true, words: "unicode, utf-8, utf8, encod*, bytes characters, runes, rune, multi-byte, multibyte, non-ascii, umlaut*, emoji*, byte length, surrogate*"},
	{name: "regex", topic: true, words: "backtrack*, redos, regex*, regular expression*"},
	{name: "aliasing", words: "mutat*, in place, alias*, shared between, shares memory, shared slice, caller's slice, modifies argument, modifies input, mutable default, default argument*, default value shared, shared default, changes caller*, shallow copy, same reference, by reference"},
	{name: "order", words: "without order by, order by, nondeterministic*, non-deterministic, not deterministic, map iteration, iteration order, random order, unstable order, order changes, another order, output unstable, map order, ranging over map, order random, unstable sort"},
	{name: "twice", words: "idempoten*, charged twice, submitted twice, sent twice, double charge*, double submit*, counted twice, double count*, runs twice, processed twice, executed twice, double-count*, duplicate event*, delivered twice, called twice, double free, closed twice"},
	{name: "atomic", words: "transaction*, roll* back, rollback*, partial write*, partially written, half written, half-written, not atomic*, non-atomic, crash between, write temp* rename, temporary file rename"},
	{name: "constant", words: "magic number*, hard-coded*, hardcoded*, hard coded*, configurable, literal constant, named constant, should be constant, extract constant"},
	{name: "types", words: "type any, is any, avoid any, return type any, unknown instead, type assertion*, type cast*, unsafe cast*, unchecked cast*, any type, typed any, type any, type-safe*, loosely typed, no type annotation*, missing type*, implicit any, type hint*"},
	{name: "accessibility", words: "accessib*, aria*, alt text, screen reader*, keyboard, focus trap, label missing, color contrast, contrast, alt attribute"},
	{name: "translation", words: "locali*, translat*, i18n, untranslated, english only"},
	{name: "compatibility", words: "backward*, breaking change*, breaks caller*, breaks client*, compatib*, incompatib*, breaks existing, existing client*, existing caller*"},
	{name: "migration", words: "migration*, not null column, index missing, missing index, no index, without index, lock table, locks table, full table scan, table scan"},
	{name: "deprecated", words: "deprecat*, obsolete, removed in next, legacy"},
	{name: "capture", words: "capture*, loop variable*, closure captur*, late binding"},
	{name: "context", words: "context.background, caller's context, cancellation, cancelled, canceled, ctx not, ignores cancel*, context dropped, context not, context ignored, cancelling, canceling, ignores context"},
	{name: "retry", topic: true, words: "retr*, backoff, back-off"},
	{name: "logging", topic: true, words: "log level, logged twice, log spam, noisy log*, log message, debug print*, console.log, print statement*, debug output, debug log*"},
	{name: "status", topic: true, words: "status code*, 200 instead, 500 instead, http status, exit status, exit code*, returns 200, returns 500, responds 200, responds 500"},
	{name: "dependency", words: "dependency, pinned, unpinned, not pinned, version pin*, floating tag*, latest tag, lockfile, lock file, mutable tag, pin"},
	{name: "prototype", words: "prototype pollution, __proto__"},
	{name: "deserialize", words: "deserializ*, unpickl*, pickle*, yaml.load, unsafe load*, object injection"},
	{name: "effect deps", words: "dependency array, missing dependency, stale closure, useeffect dep*, hook dep*, rules of hooks"},
	{name: "await", words: "not awaited, missing await, await missing, never awaited, unawaited, floating promise*, without await*, forgotten await, forgets await"},
	{name: "copied lock", words: "mutex copied, lock copied, copies lock, copies mutex, copy lock, copied by value, passed by value, copylocks"},
	{name: "hash contract", words: "hashcode, hash code, __hash__, equals without, __eq__ without"},
	{name: "reference", words: "compares identity, identity of, == for strings, compares references, compared references, same object, reference equality, call equals, use equals, equals for strings, identity comparison, identity instead, is instead"},
	{name: "quoting", words: "unquoted, not quoted, quote variable*, word splitting, missing quotes, quotes missing, quoted"},
	{name: "pages", topic: true, words: "pagina*, first page, only page, next page, remaining pages, rest pages, one page, per_page, page token, next cursor, page size"},
	{name: "boolean", words: "boolean parameter*, boolean argument*, boolean flag*, boolean trap, flag argument*, bare true"},
	{name: "quota", words: "memory limit*, cpu limit*, resource limit*, resources.limits*, resource request*, resource quota*"},
	{name: "debug", words: "debug mode, debug true, debug enabled, stack trace*, stacktrace*, verbose error*"},
	{name: "wrapping", words: "%w, wrap* error*, error* wrap*, errors.is, errors.as, loses cause, loses chain, without context, lost cause"},
	{name: "swapped", words: "swapped, arguments order, argument order, order of arguments, expected and actual, transposed, wrong argument order"},
	{name: "license", words: "license header, licence header, spdx, license line, copyright header, copyright notice"},
	{name: "httponly", words: "httponly, http-only"},
	{name: "secure cookie", words: "secure flag, secure attribute, not secure, secure cookie*, plain http"},
	{name: "samesite", words: "samesite, same-site"},
	{name: "cors", words: "cors, access-control-allow-origin, any origin, wildcard origin, all origins, every origin"},
	{name: "throttle", words: "rate limit*, rate-limit*, brute force*, brute-force*, throttl*, login attempts"},
	{name: "file type", words: "file type*, mime type*, content type*, content-type*, file extension*, executable upload*"},
	{name: "token check", words: "jwt*, signature not verif*, signature never verif*, algorithm none, unverified token*, token not verif*, webhook signature*, signature verif*, hmac*"},
	{name: "xml", words: "xxe, external entit*"},
	{name: "freed", words: "use after free, use-after-free, freed memory, dangling"},
	{name: "buffer", words: "unbounded copy, buffer overflow*, strcpy, sprintf, strcat, gets, out-of-bounds write, writes past, write past, reads past, read past, past the end"},
	{name: "unset", words: "uninitiali*, not initiali*, never initiali*, used before, before it is set, before assign*"},
	{name: "recursion", words: "stack overflow*, infinite recurs*, recurs*, depth limit, deep nesting"},
	{name: "fallthrough", words: "fallthrough, fall-through, missing break, falls through, break missing"},
	{name: "assignment", words: "assignment in condition, assigns instead, = instead"},
	{name: "liveness", words: "liveness*"},
	{name: "readiness", words: "readiness*"},
	{name: "root", words: "root rights, root privileges, user instruction, runs as root, run as root, root user, privileged container*, non-root, as root"},
	{name: "react key", words: "missing key, key prop*, index as key, array index, unique key, key missing, stable key*"},
	{name: "state", words: "re-render*, rerender*, not render*, every render, each render, usememo, usecallback, mutates state, state mutat*, setstate, direct* mutat*"},
	{name: "polling", words: "busy wait*, busy-wait*, busy loop*, polling, polls"},
	{name: "shutdown", words: "graceful* shutdown, shutdown*, sigterm, shut down"},
	{name: "clock", words: "current time, time.now, date.now, datetime.now, inject clock, depends on date, wall clock*, monotonic*, clock skew"},
	{name: "visibility", words: "should be private, should be unexported, unexported, not be exported, needlessly exported, should be internal, made private"},
	{name: "global", words: "global variable*, global state, package-level variable*, singleton*, module-level state"},
	{name: "sorting", words: "not sorted, unsorted, sort order, binary search*, sorted input, wrong sort*, sorts as strings, lexicographic*"},
	{name: "case", words: "case-insensitive*, case-sensitive*, case insensitive*, case sensitive*, upper case, lower case, uppercase, lowercase"},
	{name: "unique", words: "collision*, collid*, not unique, unique constraint*, uniqueness, unique index*"},
	{name: "nullable", words: "not null, nullable, may be null, null constraint*, not-null"},
	{name: "orphans", words: "on delete, foreign key*, orphan*, cascade*"},
	{name: "exhaustive", words: "missing case*, case not handled, exhaustive*, unknown enum*, unhandled case*, new enum, unhandled enum*"},
	{name: "empty collection", topic: true, words: "empty list, empty array, empty cart, empty slice, list is empty, no elements, no items, empty input, empty collection, empty result*"},
	{name: "panic", words: "panics instead, should not panic, panic in library, log.fatal, os.exit, exits process, process down, nothing recovers, not recovered, exit process, terminates process"},
	{name: "mask", words: "finally return*, return in finally, masks exception*, masks error*, hides original*, original error*, original exception*"},
	{name: "n-th", words: "wrong index, index wrong, wrong element, wrong field, wrong variable, wrong column, copy-paste error"},
	{name: "init order", words: "init order, import cycle*, circular import*, circular dependenc*, cyclic*"},
	{name: "permissions", words: "world-writable, world writable, world-readable, world readable, 0777, 0o777, 0666, file mode*, file permission*"},
	{name: "temp", words: "temp file*, temporary file*, tmp file*, mktemp, predictable name*"},
	{name: "header injection", words: "header injection*, crlf, line break* header*, inject* header*, response splitting, log injection, newline* inject*"},
	{name: "exposed", words: "publicly, bucket public, public bucket, public-read, open world, open internet, 0.0.0.0/0, from anywhere, ingress anywhere, exposed internet, reachable internet"},
	{name: "columns", words: "all columns, select star, select *, unused columns, needed columns"},
	{name: "get request", words: "by get, get request*, state change get, changes state get, safe method*, get endpoint*, get route*"},
	{name: "least privilege", words: "write permission*, write access, write-all, too broad, least privilege, overly permissive, too permissive, wildcard permission*, broad permission*"},
	{name: "interrupt", words: "interrupt*"},
	{name: "nan", words: "nan, isnan, number.isnan"},
	{name: "radix", words: "radix, octal"},
	{name: "encrypted at rest", words: "not encrypted, encryption rule*, at rest, server side encryption, server-side encryption"},
	{name: "locale", words: "locale*, decimal comma, number format*, intl"},
	{name: "noise", words: "noisy, debug output, too verbose, log spam, logs every, spams"},
	{name: "phony", words: "phony"},
	{name: "pipefail", words: "pipefail, pipe fail*, fail* pipe"},
	{name: "unset variable", words: "set -u, unset variable*, nounset"},
	{name: "sorted as text", words: "sorted text, sorts text, sorted strings, sorted lexicographically, compare function, comparator*, numeric sort"},
	{name: "sequential", words: "sequential*, one after other, in parallel, parallelize*, promise.all, one by one"},
	{name: "no return", words: "missing return, without return, returns undefined, no return, goes on after, continues after, execution continues"},
	{name: "mass assignment", words: "mass assignment, strong parameters, unfiltered params, unfiltered parameters, permit"},
	{name: "ldap", words: "ldap"},
	{name: "nosql", words: "nosql, mongo injection, operator injection"},
	{name: "clickjacking", words: "clickjack*, x-frame-options, frame-ancestors"},
	{name: "csp", words: "content security policy, csp"},
	{name: "defer in loop", words: "defer loop, deferred loop, deferred close, defers pile, deferred calls pile"},
	{name: "double free", words: "double free, freed twice, frees once more"},
	{name: "signedness", words: "signed unsigned, unsigned conversion, converted to unsigned, signedness, negative length"},
	{name: "ipv6", words: "ipv6, joinhostport"},
	{name: "connection reuse", words: "connection reuse, connections reused, reuse connection*, keep-alive*, client shared, shared client, connection pool*"},
	{name: "visibility of memory", words: "volatile, half constructed, partially constructed, memory barrier*, double-checked locking"},
	{name: "exhausted iterator", words: "generator*, exhausted, consumed twice, exhausts, iterator consumed, already consumed"},
	{name: "body read", words: "body consumed, body empty, empty body, body drained, reads body, no body"},
	{name: "comment out", words: "commented-out, commented out, old code comment, code comment kept"},
	{name: "ternary", words: "ternar*, nested conditional*"},
	{name: "network in tests", words: "real service, real network, live api, needs network, calls network, hits network, offline"},
	{name: "misnamed tag", words: "json tag*, wrong json, json name*, wrong key name, serialized name*"},
	{name: "serialized", words: "serialized, part of response, sent to clients, leaks clients, exposed json, exposed api, returned to clients"},
	{name: "header order", words: "header after body, writeheader, headers already sent, header written after"},
	{name: "anchors", words: "unanchored, not anchored, missing anchor*, anchor*"},
	{name: "unescaped dot", words: "dot escaped, unescaped dot, escape dot"},
	{name: "in flight", words: "in flight, cut off, drain*, ongoing requests"},
	{name: "default credentials", words: "default password*, weak password*, default credential*"},
	{name: "early return", words: "early return, returns early, stops first, stops at first, loop stops, returns too early"},
	{name: "wrong argument", words: "wrong argument, wrong parameter, passes wrong, wrong address, wrong variable"},
	{name: "format verb", words: "wrong verb, format verb*, format %*, wrong type %*, printf"},
	{name: "join", words: "inner join, left join, outer join, cartesian"},
	{name: "null in sql", words: "is null, null compared, = null"},
	{name: "zero-based", words: "zero-based, 0-based, zero based, one-based, months 0, counts from 0, months from 0"},
	{name: "focus", words: "focus outline*, outline none, visible focus, focus style*, hides focus, focus ring*"},
	{name: "contrast", words: "contrast"},
	{name: "alt", words: "alt text*, alt attribute*, alternative text*"},
	{name: "slow request under lock", words: "lock held during, under mutex, under lock, while locked, holds lock, holding lock, critical section"},
	{name: "layout", words: "indent*, whitespace, gofmt, prettier, trailing space*, line too long, unsorted import*, import order", meta: true},
	{name: "complexity", words: "too long, does too much, do too much, split it, split up, functions of their own, single responsib*, too many responsib*, god object, god class, too long function, too complex, complexity, split function, too many parameters, deeply nested, nesting, hard to read, readability, simplif*", meta: true},
}

// phrase is one wording of a row. A trailing * stands for all that begin so.
type phrase struct {
	row   int
	parts []string
}

// phrases by what their first word begins with.
var phrases = func() map[string][]phrase {
	all := map[string][]phrase{}
	for row, f := range faults {
		for text := range strings.SplitSeq(f.words, ", ") {
			parts := strings.Fields(text)
			all[opening(parts[0])] = append(all[opening(parts[0])], phrase{row, parts})
		}
	}
	return all
}()

// opening is the shortest beginning that any phrase has.
func opening(word string) string { return word[:min(2, len(word))] }

// between is how many words may stand between two of a phrase.
const between = 4

// faultsIn finds the rows that a text speaks of, and which of its words do.
func faultsIn(words []string) (rows map[string]bool, spoken map[int]bool) {
	rows, spoken = map[string]bool{}, map[int]bool{}
	for i := range words {
		for _, p := range phrases[opening(words[i])] {
			if places := p.at(words[i:]); places != nil {
				rows[faults[p.row].name] = true
				for _, place := range places {
					spoken[i+place] = true
				}
			}
		}
	}
	return rows, spoken
}

// at gives the places of a phrase that begins with the first of the words; nil
// where it does not.
func (p phrase) at(words []string) []int {
	if !wordIs(words[0], p.parts[0]) {
		return nil
	}
	places := []int{0}
	for _, part := range p.parts[1:] {
		from := places[len(places)-1] + 1
		next := slices.IndexFunc(words[from:min(len(words), from+between+1)], func(w string) bool { return wordIs(w, part) })
		if next < 0 {
			return nil
		}
		places = append(places, from+next)
	}
	return places
}

func wordIs(word, part string) bool {
	if stem, open := strings.CutSuffix(part, "*"); open {
		return strings.HasPrefix(word, stem)
	}
	return word == part
}

// metaRows speak of tests, words and looks, topics of what the code is about.
var metaRows, topics = func() (meta, topics map[string]bool) {
	meta, topics = map[string]bool{}, map[string]bool{}
	for _, f := range faults {
		if f.meta {
			meta[f.name] = true
		}
		if f.topic {
			topics[f.name] = true
		}
	}
	return meta, topics
}()

// idle words say nothing of the matter.
var idle = stems(`a about above actually add added adding after again all allow allows also although always an and any anything apply are around as at
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
