# settle: what the project needs, these targets run with Go, git and make.
GO ?= go

# A lane that shows some lines of a test ends as the test does, not as grep.
model seeds bench: SHELL := bash
model seeds bench: .SHELLFLAGS := -o pipefail -c

# The race detector needs a C compiler; without one the tests still run, and say so.
RACE := $(shell command -v gcc >/dev/null 2>&1 || command -v cc >/dev/null 2>&1 && echo -race)

.PHONY: build check test race-note test-clients test-agents test-agents-all test-linters test-action test-kills bench demo seeds fuzz model mutants

build:
	$(GO) build ./...

check: ## format, vet, architecture, the schema as its package gives it
	@test -z "$$(gofmt -l cmd docs examples internal tools 2>/dev/null)" || { echo "not formatted:"; gofmt -l cmd docs examples internal tools; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags clients,agents ./internal/play
	$(GO) vet -tags linters ./internal/findings
	$(GO) test ./internal/arch
	$(GO) run ./tools/graphqlschema -check

race-note:
	@if [ -z "$(RACE)" ]; then echo "left out: the race detector, because no C compiler was found"; fi

test: race-note ## every test that needs only Go and git; killed plays are sampled
	CGO_ENABLED=$(if $(RACE),1,0) $(GO) test $(RACE) -short -timeout 40m ./...

test-clients: ## the GitHub CLI against the stand-in; builds it from its pinned module
	$(GO) test -tags clients -run GitHubCLI -v ./internal/play

# Agents that the lanes install, each by its pinned package, into a folder of their own.
AGENTS_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/settle/agents
AGENTS := codex=@openai/codex@0.169.0 copilot=@github/copilot@1.0.102
AGENTS_MORE := gemini=@google/gemini-cli@0.61.0 opencode=opencode-ai@1.18.33 qwen=@qwen-code/qwen-code@0.15.10

test-agents: ## real agents, without a key, against a scripted model on this machine
	GO=$(GO) tools/agents/lane "$(AGENTS_DIR)" $(AGENTS)

test-agents-all: ## more of them; slower
	GO=$(GO) tools/agents/lane "$(AGENTS_DIR)" $(AGENTS) $(AGENTS_MORE)

test-linters: ## real linters, pinned, on a module with real faults; those that cannot be had say so
	$(GO) test -count=1 -tags linters -run RealLinters -v ./internal/findings

test-action: ## action.yml held against the published schema of actions
	@command -v npm >/dev/null 2>&1 || { echo "left out: the check of action.yml, because npm is not installed"; exit 0; }; \
	npm exec --yes --package=@action-validator/core@0.6.0 --package=@action-validator/cli@0.6.0 -- action-validator action.yml && echo "action.yml is valid"

test-kills: ## the demo killed at a third of its boundaries, another third with each commit
	$(GO) test -run Killed -timeout 30m -v ./internal/play

bench: ## figures of one run, as ratios where machines differ
	$(GO) test -run '^$$' -bench . -benchtime 20x ./internal/github ./internal/journal ./internal/cluster
	$(GO) test -run "^$$" -bench TenAtOnce -benchtime 1x ./internal/app
	@$(GO) test -count=1 -v -run ThirdOfTheRawJSON ./internal/perform | grep -o '30 threads.*'

demo: ## a pull request from feedback to ready, offline
	$(GO) run ./cmd/settle demo

model: ## the judgment, the journal and the loop in every state of small worlds
	SETTLE_LONG=1 $(GO) test -count=1 -timeout 30m -v -run 'EveryState|SearchFinds' ./internal/reconcile/simtest | grep -E 'states|FAIL|ok'

seeds: ## every case of the systems before: how many of each list have a test, and that each has run
	SETTLE_LONG=1 $(GO) test -count=1 -timeout 60m -v -run Seed ./internal/arch | grep -E 'of [0-9]|named|passed|ok|FAIL'

fuzz: ## the long lanes: whole simulations, a hundred plays in disorder, the demo killed at every boundary
	SETTLE_LONG=1 $(GO) test -timeout 60m ./internal/reconcile/...
	SETTLE_LONG=1 $(GO) test -run Disorder -timeout 60m -v ./internal/play
	$(GO) test -run Killed -everywhere -timeout 60m -v ./internal/play
	for target in FuzzOwn FuzzSARIF FuzzRDJSON FuzzTold FuzzFeedback; do \
		$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime 20s -fuzzminimizetime 5x ./internal/findings || exit 1; done

mutants: ## the judgment broken on purpose: rule, mutant, the first case that notices
	$(GO) run ./tools/mutants
