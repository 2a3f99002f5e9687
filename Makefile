# The commands to build, test and run Hawker. `make help` lists them.

SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:

BIN     := bin/hawker
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -s -w -X main.version=$(VERSION)

# How targets are made side by side: the output of each stays together.
BESIDE := --no-print-directory --jobs=3 --output-sync=target

# The same for building, linting and testing, so that each package is compiled once for all of them.
export CGO_ENABLED := 0
export GOFLAGS     := $(strip $(filter-out -trimpath,$(shell go env GOFLAGS)) -trimpath)

# The sources of the binary; a change in any of them rebuilds it. Pictures are made: the API does not depend on them.
GO_FILES  := $(shell find cmd internal -name '*.go' -o -name '*.sql' -o -name '*.json' -o -name '*.txt' -o -name '*.html' -o -name '*.css' | grep -v -e testdata -e demo/media) go.mod go.sum web/embed.go
WEB_FILES := $(shell find web/src web/public web/scripts web/build -type f 2>/dev/null) web/index.html web/desk.html web/vite.config.ts web/vite.desk.config.ts web/package.json

.PHONY: help run demo dev build test test-go test-web test-components test-messages test-sizes test-e2e lint lint-go lint-web fresh bench simulate drill look crawl race clean gen

help: ## list the commands
	@grep -hE '^[a-z][a-z0-9-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: build ## build, and serve the demo town on http://localhost:8080
	exec $(BIN) demo

build: ## build the binary, storefront and pictures included
	@$(MAKE) --no-print-directory --jobs=3 $(BIN)

# The small parts run side by side. The two large suites run alone, because each keeps two processors busy.
# The Go linters read the folders that storefront and pictures are written to, so they are done before.
test: ## prove everything: lint, components, Go on both engines, browser journeys
	@$(MAKE) $(BESIDE) lint-go fresh e2e/stand-ins/firebase/node_modules/.installed
	@$(MAKE) $(BESIDE) lint-web test-web $(BIN)
	@$(MAKE) --no-print-directory test-go
	@$(MAKE) --no-print-directory test-e2e
	@echo "everything passed"

## -- the binary --------------------------------------------------------------

# Storefront, pictures and Go packages are made side by side; the binary embeds the first two.
$(BIN): $(GO_FILES) web/dist/index.html internal/demo/media/index.json bin/.packages
	@echo "binary: linking"
	go build -ldflags '$(LDFLAGS)' -o $@ ./cmd/hawker

# Only to have the libraries compiled before storefront and pictures are ready.
bin/.packages: go.mod go.sum
	@echo "binary: compiling, about a minute the first time"
	go build $$(go list -deps ./cmd/hawker | grep ^hawker/internal/)
	@mkdir -p bin && touch $@

# Overrides in package.json stand for packages that are named and never used: @tabler/icons alone has 11,000 files.
web/node_modules/.installed: web/package-lock.json
	@echo "storefront: downloading packages"
	npm --prefix web ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: $(WEB_FILES) web/openapi.json web/node_modules/.installed
	@echo "storefront: building"
	npm --prefix web --loglevel=error run --silent build

internal/demo/media/index.json: internal/demo/art.json $(wildcard web/scripts/art/* web/scripts/make-art.mjs) web/node_modules/.installed
	@echo "pictures: drawing"
	npm --prefix web --loglevel=error run --silent art

web/openapi.json: $(GO_FILES)
	go run ./cmd/hawker openapi > $@.new
	cmp -s $@.new $@ && rm $@.new && touch $@ || mv $@.new $@

gen: web/openapi.json web/node_modules/.installed ## write the generated files that are committed
	npm --prefix web run gen:api
	go run ./internal/requirements/gen

## -- tests -------------------------------------------------------------------

# Collecting garbage less often saves a tenth of the time of the Go tests, and as much of compiling.
test-go lint-go bin/.packages: export GOGC := 400

# lint makes the checks of go vet, on tests too. Without -vet=off, go test would make some of them once more.
test-go: e2e/stand-ins/firebase/node_modules/.installed ## Go tests, SQLite and PostgreSQL
	scripts/need postgres
	scripts/with-postgres go test -vet=off ./...

race: e2e/stand-ins/firebase/node_modules/.installed ## Go tests with the race detector (needs a C compiler)
	scripts/need postgres
	CGO_ENABLED=1 scripts/with-postgres go test -race ./...

test-web: test-components test-messages test-sizes ## component tests, message catalogue, bundle sizes

test-components: web/node_modules/.installed
	npm --prefix web test

test-messages: web/node_modules/.installed
	npm --prefix web run i18n:check

test-sizes: web/dist/index.html
	npm --prefix web run size

test-e2e: build e2e/node_modules/.installed e2e/stand-ins/firebase/node_modules/.installed ## browser journeys on the built binary
	scripts/need browser ip
	scripts/in-memory npm --prefix e2e test

e2e/node_modules/.installed: e2e/package-lock.json
	npm --prefix e2e ci --no-audit --no-fund --loglevel=error
	touch $@

# The Firebase Auth emulator is large, and only few tests need it.
e2e/stand-ins/firebase/node_modules/.installed: e2e/stand-ins/firebase/package-lock.json
	npm --prefix e2e/stand-ins/firebase ci --no-audit --no-fund --ignore-scripts --loglevel=error
	touch $@

lint: ## style, types and import arrows of Go and web
	@$(MAKE) $(BESIDE) lint-web lint-go
	@$(MAKE) --no-print-directory fresh

# It writes the generated files again, so nothing else may read them meanwhile.
fresh: web/node_modules/.installed
	scripts/fresh

lint-go:
	@test -z "$$(gofmt -l cmd internal web/embed.go)" || { gofmt -l cmd internal web/embed.go; echo "run gofmt on these"; exit 1; }
	scripts/golangci run ./...
	go run ./internal/layers/check

lint-web: web/node_modules/.installed e2e/node_modules/.installed
	npm --prefix web run lint
	npm --prefix e2e run typecheck

## -- development -------------------------------------------------------------

dev: web/node_modules/.installed ## API and storefront, both reloading: open http://localhost:5173
	scripts/dev

ifdef SCALE
bench: build
	scripts/need postgres
	bench/run -growth $(SCALE)
else
bench: build bench/node_modules/.installed ## load figures on both engines, and Lighthouse; SCALE=67: how cost grows to 100,000 items
	scripts/need postgres chromium
	bench/run
	node bench/lighthouse.mjs
endif

bench/node_modules/.installed: bench/package-lock.json
	npm --prefix bench ci --no-audit --no-fund --loglevel=error
	touch $@

simulate: ## play 20,000 seeds of shoppers, gateway and crashes against the money (SEEDS=n; SEED=n: one)
	go test ./internal/payment -run TestSimulation_O1_O2 -count=1 -timeout 0 -seeds=$(or $(SEEDS),20000) -seed=$(or $(SEED),0)

drill: ## replace, kill, back up and set apart instances behind a balancer under load, for 20 minutes, from the version before the last migration
	scripts/need postgres
	scripts/drill

look: build e2e/node_modules/.installed ## pictures of every screen in look/ (SCREEN=home: of one screen), SCREEN=readme for the README's
	scripts/need browser
	npm --prefix e2e run look

crawl: build e2e/node_modules/.installed ## press every control of every screen (SCREEN=home: of one)
	scripts/need browser
	npm --prefix e2e run crawl

clean: ## remove what was built
	rm -rf bin look web/dist/* internal/demo/media/* web/node_modules/.installed
