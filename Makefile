# Two commands do everything: `make dev` and `make test`. Both need make and Node with npm (any since 20), for the
# installation; what is run afterwards runs on the Node that package.json pins.
.DEFAULT_GOAL := help
.PHONY: help dev test test-containers schemathesis mutation bench assurance soak chart-tools chart-test chart-readme images up down lint format generate lighthouse screenshots sbom npm-packages clean

help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Without npm and a shell in between, signals reach the program itself.
dev: node_modules/.installed ## Start the whole system on http://localhost:8080 (PORT=… for another port)
	@exec node_modules/.bin/node packages/local-system/src/dev/main.ts

test: node_modules/.installed ## Run every test: unit, contract (real PostgreSQL), browser (real Chromium), chart, containers (FILE=… for one file)
	@exec node_modules/.bin/node $(if $(FILE),--experimental-vm-modules node_modules/jest/bin/jest.js '$(FILE)',tests/support/run-all-tests.ts)

test-containers: node_modules/.installed ## Build the images, and run the contract tests and faults on containers of them
	@npm run --silent test:containers

schemathesis: node_modules/.installed ## Try docs/openapi.json on the running system, with Schemathesis (needs Python 3.11)
	@node_modules/.bin/node tests/schemathesis/run.ts

mutation: node_modules/.installed ## Test the tests of the boundary code and of the handlers, and write docs/evidence/mutation.md (GROUP=… for a part, ONLY=… for some of its mutants)
	@exec node_modules/.bin/node tests/mutation/run.ts $(GROUP) $(ONLY)

bench: node_modules/.installed bench/peers/node_modules/.installed ## Measure beside what it is compared with, and write docs/evidence/performance.md (BENCH_TEN_MILLION=1: also among ten million sessions)
	@exec node_modules/.bin/node bench/performance.ts

# The peers' packages are no part of the product, nor of its lock file.
bench/peers/node_modules/.installed: bench/peers/package-lock.json
	npm ci --prefix bench/peers --no-audit --no-fund --loglevel=error
	@touch $@

assurance: node_modules/.installed ## Run the tests that try to break it, and write docs/evidence/assurance.md
	@node_modules/.bin/node tests/support/assurance-run.ts

soak: node_modules/.installed ## The same for hours: 100 000 hostile inputs, a million revocations in races, long outages
	@FUZZ_CASES=2000 STALENESS_ROUNDS=100000 OUTAGE_MILLIS=30000 node_modules/.bin/node tests/support/assurance-run.ts

chart-tools: node_modules/.installed ## Build helm, kubeconform and helm-docs where they are missing (needs Go)
	@node_modules/.bin/node tests/chart/support/ensure-tools.ts

chart-test: chart-tools ## Test the Helm chart
	@npm run --silent test -- --selectProjects chart

chart-readme: chart-tools ## Write the chart's README from its values
	@node_modules/.bin/node tests/chart/support/write-readme.ts

# NODE_IMAGE: another base image. DOCKER_BUILD_OPTIONS: more options, for example --network=host. IMAGE_PREFIX and IMAGE_TAG: what the images are called.
DOCKER ?= docker
IMAGES := identity employer talent web migrations demo-data mailbox
IMAGE_PREFIX ?= gatehouse/
IMAGE_TAG ?= dev
# BuildKit wherever the client has it: version 20 has to be told, a newer one without buildx can only do without.
BUILDKIT = $(shell $(DOCKER) buildx version >/dev/null 2>&1 || $(DOCKER) --version | grep -qE ' (19|20)[.]' && echo 1 || echo 0)
REVISION = $(shell git rev-parse HEAD 2>/dev/null)

images: ## Build the container images gatehouse/identity:dev and so on (IMAGE_PREFIX=… IMAGE_TAG=… NODE_IMAGE=…)
	@export DOCKER_BUILDKIT=$(BUILDKIT); for image in $(IMAGES); do \
	  $(DOCKER) build $(DOCKER_BUILD_OPTIONS) --quiet --target $$image --tag $(IMAGE_PREFIX)$$image:$(IMAGE_TAG) \
	    $(if $(NODE_IMAGE),--build-arg NODE_IMAGE=$(NODE_IMAGE)) \
	    --label org.opencontainers.image.version=$(IMAGE_TAG) \
	    --label org.opencontainers.image.revision=$(REVISION) . >/dev/null || exit 1; \
	  $(DOCKER) image inspect --format "{{index .RepoTags 0}} {{.Size}}" $(IMAGE_PREFIX)$$image:$(IMAGE_TAG); \
	done

# One of two: the plug-in of today, or the command of old.
COMPOSE ?= $(shell $(DOCKER) compose version >/dev/null 2>&1 && echo "$(DOCKER) compose" || echo docker-compose)
# With TRACES=1 the collector and Jaeger run, and the parts export to them.
TRACES_ON = $(if $(TRACES),COMPOSE_PROFILES=traces OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318)

up: images ## Start the whole system in containers on http://localhost:8080 (PORT=… TRACES=1), from images built here
	@$(TRACES_ON) $(COMPOSE) up --detach --no-build
	@$(COMPOSE) kill --signal HUP ingress
	@echo "http://localhost:$(or $(PORT),8080)  http://team.localhost:$(or $(PORT),8080)  mail: http://localhost:$(or $(PORT),8080)/_dev/mail"

down: ## Stop the containers of `make up`; VOLUMES=1 forgets the data, too
	@COMPOSE_PROFILES=traces $(COMPOSE) down $(if $(VOLUMES),--volumes)

lint: node_modules/.installed ## Check format, lint, types and the contract
	@npm run --silent lint

format: node_modules/.installed ## Format everything
	@npm run --silent format

generate: node_modules/.installed ## Generate code and documents from proto
	@npm run --silent generate

# With the pinned Node in front, which what npm fetches and runs needs, too.
lighthouse: node_modules/.installed ## Measure the public pages with Lighthouse and write docs/evidence/lighthouse.md
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" node bench/lighthouse.ts

screenshots: node_modules/.installed ## Take the pictures of README.md and docs/demo.md (docs/screenshots)
	@exec node_modules/.bin/node bench/screenshots.ts

# CycloneDX, of what images hold: no development dependencies.
sbom: node_modules/.installed ## Write sbom.cdx.json, the list of everything that is shipped
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" npm sbom --sbom-format=cyclonedx --sbom-type=application --omit=dev --package-lock-only > sbom.cdx.json
	@echo "sbom.cdx.json"

npm-packages: node_modules/.installed ## Write build/packages/*.tgz, the packages that other teams import
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" node deploy/release/src/pack-packages.ts build/packages

clean: ## Remove builds and the local data (the demo people's changes with it)
	rm -rf $(addprefix "$(or $(DATA_DIR),.data)"/,postgres-18 postgres-18.unfinished postgres-password secrets-key admin-invite.env)
	@rmdir "$(or $(DATA_DIR),.data)" 2>/dev/null || true
	rm -rf build services/web/build services/web/hosts/*/.react-router coverage test-results

# Quietly: npm on an older Node warns of every package that wants the pinned one.
node_modules/.installed: package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@
