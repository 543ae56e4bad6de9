# `make dev` and `make test` need make and Node 20 or later with npm, for the installation. Afterwards everything runs on
# the Node that package.json pins.
.DEFAULT_GOAL := help
.PHONY: help dev test test-new-service test-cluster test-containers test-pgbouncer schemathesis mutation bench assurance soak object-store chart-tools chart-test chart-readme images compose-check up down lint format generate lighthouse screenshots sbom npm-packages clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Starts the program without npm and a shell, so that it receives signals.
dev: node_modules/.installed ## Start the whole system on http://localhost:8080 (PORT=… for another port)
	@exec node_modules/.bin/node packages/local-system/src/dev/main.ts

test: node_modules/.installed ## Run the unit, contract (real PostgreSQL), browser (real Chromium), chart and container tests (FILE=… for one file)
	@$(if $(findstring browser,$(FILE)),node_modules/.bin/node packages/testkit/src/ensure-chromium.ts)
	@exec node_modules/.bin/node $(if $(FILE),--experimental-vm-modules node_modules/jest/bin/jest.js '$(FILE)',tests/support/run-all-tests.ts)

test-new-service: node_modules/.installed ## Run `npm run new:service` on a copy of the tree, and the tests of the result
	@exec node_modules/.bin/node tests/new-service.ts

test-containers: node_modules/.installed ## Build the images, and run the contract tests and faults on containers of them
	@npm run --silent test:containers

test-cluster: node_modules/.installed ## Test the chart on the cluster that KUBECONFIG names, with images gatehouse-identity:ci and so on (CLUSTER_INGRESS_CLASS=… CLUSTER_GATEWAY_CLASS=… CLUSTER_INGRESS_ORIGIN=…)
	@node_modules/.bin/node tests/support/cluster-tests.ts

test-pgbouncer: node_modules/.installed ## Run the contract tests through PgBouncer (FILE=… for one), built from source where the machine has none
	@node_modules/.bin/node tests/support/pgbouncer-tests.ts $(if $(FILE),--testPathPatterns $(FILE))

schemathesis: node_modules/.installed ## Test docs/openapi.json against the running system, with Schemathesis (needs Python 3.11)
	@node_modules/.bin/node tests/schemathesis/run.ts

mutation: node_modules/.installed ## Run the mutation tests of boundary code, handlers and functions of the database, and write docs/evidence/mutation.md (GROUP=… for a part, ONLY=… for some of its mutants)
	@exec node_modules/.bin/node tests/mutation/run.ts $(GROUP) $(ONLY)

bench: node_modules/.installed bench/peers/node_modules/.installed ## Measure Gatehouse and its peers, and write docs/evidence/performance.md (BENCH_TEN_MILLION=1: also with ten million sessions)
	@exec node_modules/.bin/node bench/performance.ts

# The peers' packages are part neither of the product nor of its lock file.
bench/peers/node_modules/.installed: bench/peers/package-lock.json
	npm ci --prefix bench/peers --no-audit --no-fund --loglevel=error
	@touch $@

assurance: node_modules/.installed ## Run the attack and fault tests, and write docs/evidence/assurance.md (FILE=… for one; GATEHOUSE_SYSTEM=containers: with the faults of containers)
	@node_modules/.bin/node tests/assurance/run.ts $(FILE)

soak: node_modules/.installed ## Run them for hours: 100 000 hostile inputs, a million revocations in races, long outages
	@FUZZ_CASES=2000 STALENESS_ROUNDS=100000 OUTAGE_MILLIS=30000 node_modules/.bin/node tests/assurance/run.ts $(FILE)

object-store: node_modules/.installed ## Build the S3-compatible store of the tests if it is missing (needs Go)
	@node_modules/.bin/node tests/support/ensure-object-store.ts

chart-tools: node_modules/.installed ## Build helm, kubeconform and helm-docs if they are missing (needs Go)
	@node_modules/.bin/node tests/chart/support/ensure-tools.ts

chart-test: chart-tools ## Test the Helm chart
	@npm run --silent test -- --selectProjects chart

chart-readme: chart-tools ## Write the chart's README from its values
	@node_modules/.bin/node tests/chart/support/write-readme.ts

# NODE_IMAGE: another base image. DOCKER_BUILD_OPTIONS: more options, for example --network=host. IMAGE_PREFIX and IMAGE_TAG: names of the images.
DOCKER ?= docker
IMAGES := $(notdir $(wildcard services/*)) migrations demo-data mailbox
IMAGE_PREFIX ?= gatehouse/
IMAGE_TAG ?= dev
# BuildKit if the client has it: version 20 needs the variable, and a newer client without buildx has none.
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

# Version 2, the plug-in. Version 1 refuses docker-compose.yml.
COMPOSE ?= $(DOCKER) compose
HAS_COMPOSE = $(COMPOSE) version >/dev/null 2>&1 || { echo "Docker Compose 2 is missing: $(COMPOSE) does not respond" >&2; exit 1; }
# With TRACES=1 the collector and Jaeger run, and the parts export traces and metrics to them.
TRACES_ON = $(if $(TRACES),COMPOSE_PROFILES=traces OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318)

compose-check:
	@$(HAS_COMPOSE)

up: compose-check images ## Start the whole system in containers on http://localhost:8080 (PORT=… TRACES=1), from images built here
	@$(TRACES_ON) $(COMPOSE) up --detach --no-build
	@$(COMPOSE) kill --signal HUP ingress
	@echo "http://localhost:$(or $(PORT),8080)  http://team.localhost:$(or $(PORT),8080)  mail: http://localhost:$(or $(PORT),8080)/_dev/mail"

down: ## Stop the containers of `make up`; VOLUMES=1 also deletes the data
	@$(HAS_COMPOSE)
	@COMPOSE_PROFILES=traces $(COMPOSE) down $(if $(VOLUMES),--volumes)

lint: node_modules/.installed ## Check format, lint, types and the contract
	@npm run --silent lint

format: node_modules/.installed ## Format everything
	@npm run --silent format

generate: node_modules/.installed ## Generate code and documents from proto
	@npm run --silent generate

# The pinned Node comes first in the PATH, because programs that npm fetches and runs need it too.
lighthouse: node_modules/.installed ## Measure every page with Lighthouse and write docs/evidence/lighthouse.md
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" node bench/lighthouse.ts

screenshots: node_modules/.installed ## Take the pictures of README.md and docs/demo.md (docs/screenshots)
	@exec node_modules/.bin/node bench/screenshots.ts

# CycloneDX, of the images' content: no development dependencies.
sbom: node_modules/.installed ## Write sbom.cdx.json, the list of all shipped packages
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" npm sbom --sbom-format=cyclonedx --sbom-type=application --omit=dev --package-lock-only > sbom.cdx.json
	@echo "sbom.cdx.json"

npm-packages: node_modules/.installed ## Write build/packages/*.tgz, the packages that other teams import
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" node deploy/release/src/pack-packages.ts build/packages

clean: ## Remove builds and the local data, with all changes made in the demo
	rm -rf $(addprefix "$(or $(DATA_DIR),.data)"/,postgres-18 postgres-18.unfinished postgres-password secrets-key admin-invite.env)
	@rmdir "$(or $(DATA_DIR),.data)" 2>/dev/null || true
	rm -rf build services/web/build services/web/hosts/*/.react-router coverage

# Prints errors only: npm on an older Node warns about every package that requires the pinned one.
node_modules/.installed: package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@
