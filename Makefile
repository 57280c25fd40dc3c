# The habits of this house. `make` says what there is; CI runs .ci/run.
GO ?= go
export GOFLAGS ?= -trimpath

.PHONY: help build test short race lint bench fuzz e2e host image release golden rehearse
help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / {printf "%-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## the program, as it is released
	CGO_ENABLED=0 $(GO) build -ldflags "-s -w" -o topcut ./cmd/bot

test: ## all tests, some minutes on two cores
	$(GO) test ./...

short: ## the quick ones
	$(GO) test -short ./...

race: ## the race detector on what is concurrent
	.ci/race

lint: ## formatting, vet, staticcheck, golangci-lint
	test -z "$$(gofmt -l .)"
	$(GO) vet ./... ./.ci/plant
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./... ./.ci/plant
	$(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run ./... ./.ci/plant

bench: ## benchmarks, ten times each, for benchstat
	$(GO) test -run '^$$' -bench . -count 10 ./tournament/... ./sim ./db | tee bench.txt

fuzz: ## every fuzz test, thirty seconds each (FUZZTIME=5m for longer)
	@set -e; grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u | while read -r dir; do \
	  grep -h '^func Fuzz' $$dir/*_test.go | sed 's/func \([A-Za-z0-9_]*\).*/\1/' | while read -r name; do \
	    echo "== $$dir $$name"; $(GO) test -run '^$$' -fuzz "^$$name$$" -fuzztime $${FUZZTIME:-30s} $$dir; \
	  done; done

e2e: ## the rehearsal page in a browser
	.ci/e2e

host: ## the program as a host runs it: healthy, stopped, started again
	.ci/e2e-host

image: ## the same with the image (buildah, as root)
	.ci/e2e-host image

release: ## all targets, twice, with checksums and bills of materials
	.ci/release

golden: export UPDATE = 1
golden: ## whatever is generated, written anew
	$(GO) test ./commands/text -run '^TestLanguagesAreComplete$$'
	$(GO) test ./tournament -run '^(TestTheLogIsDocumented|TestGoldenLogs)$$'
	$(GO) test ./tournament/season -run '^(TestTheLogIsDocumented|TestGoldenLogs)$$'
	$(GO) test ./tournament/rules -run '^TestKeysOfStoredRulesetsStand$$'
	$(GO) test ./commands/view -run 'InWords$$|^TestEveryEventHasASentence$$|^TestRoundsAreNamedAsPlayersSay$$'
	$(GO) test ./commands/pictures -run '^TestGoldenPictures$$'
	$(GO) test ./commands -run '^(TestReferenceIsOfTheRouteTable|TestEvenings|TestRulebooksArePlayedFromTheFormToTheChampion)$$'
	$(GO) test ./cmd/bot -run '^(TestScripts|TestManualIsTheOneInPackaging|TestWorkedExamples)$$'
	$(GO) test ./cmd/bot/rehearse -run '^(TestTranscripts|TestTranscriptsOfASeason|TestALeagueIsRehearsed|TestATeamLeagueIsRehearsed|TestTheReadmeShowsARehearsal)$$'
	$(GO) test ./docs/rules -run '^TestEveryRuleHasATest$$'

rehearse: ## an evening on a local Discord
	$(GO) run ./cmd/bot rehearse
