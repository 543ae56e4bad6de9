# Two commands do everything: `make dev` and `make test`. Both need make and Node with npm (any since 20), for the
# installation; what is run afterwards runs on the Node that package.json pins.
.DEFAULT_GOAL := help
.PHONY: help dev test lint format generate lighthouse screenshots clean

help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Without npm and a shell in between, signals reach the program itself.
dev: node_modules/.installed ## Start the whole system on http://localhost:8080 (PORT=… for another port)
	@exec node_modules/.bin/node deploy/dev/src/main.ts

test: node_modules/.installed ## Run every test: unit, contract (real PostgreSQL), browser (real Chromium)
	@node_modules/.bin/node packages/testkit/src/ensure-chromium.ts
	@npm run --silent test -- --coverage --coverageReporters=text-summary

lint: node_modules/.installed ## Check format, lint, types and the contract
	@npm run --silent lint

format: node_modules/.installed ## Format everything
	@npm run --silent format

generate: node_modules/.installed ## Generate code and documents from proto
	@npm run --silent generate

# With the pinned Node in front, which what npm fetches and runs needs, too.
lighthouse: node_modules/.installed ## Measure the public pages with Lighthouse and write docs/lighthouse.md
	@PATH="$(CURDIR)/node_modules/.bin:$$PATH" node bench/lighthouse.ts

screenshots: node_modules/.installed ## Take the pictures of the README (docs/screenshots)
	@exec node_modules/.bin/node bench/screenshots.ts

clean: ## Remove builds and the local data (the demo people's changes with it)
	rm -rf $(addprefix "$(or $(DATA_DIR),.data)"/,postgres-18 postgres-18.unfinished postgres-password admin-invite.env)
	@rmdir "$(or $(DATA_DIR),.data)" 2>/dev/null || true
	rm -rf services/web/build services/web/hosts/*/.react-router coverage test-results

# Quietly: npm on an older Node warns of every package that wants the pinned one.
node_modules/.installed: package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@
