# Two commands do everything on a fresh machine with Python 3.11 or later: `make run`, `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
INSTALLED := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Nothing is installed but the very files that requirements/ names by version and digest.
LOCKED := $(PIP) --require-hashes --requirement

WEB := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/src/wire/*') docs/socket-schema.json docs/openapi.json

# Compiled code of the tests is kept: workers and the processes that tests start share it.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test quick soak coverage durations lint format check-deploy types imports client collect pytest mutants claims docs lock screenshots bench clean
run: $(PLAYABLE)
	@$(BIN)/croupier serve --bots 9

# Three times as many workers as cores: tests of processes and browsers wait half of their time. Files
# that take longest start first (tests/durations.json), and an idle worker steals from a busy one.
WORKERS ?= $(shell expr 3 \* $$(nproc))
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# Folders of `make quick`: pure code, and stores in memory.
QUICK := conformance games properties roundfile rulebooks odds chance ledger table store story notices tlog

# Cheap checks first, two at a time: each of them fails within seconds.
test: $(INSTALLED)
	@$(MAKE) --no-print-directory --jobs 2 --output-sync types lint collect client imports
	@$(MAKE) --no-print-directory pytest

# While you work: rules, odds, tables, ledger, memory store and the client's unit tests.
quick: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/python hatch_build.py unit
	$(PYTEST) $(addprefix tests/,$(QUICK)) -k 'not sqlite and not postgres and not process and not power'

# Before a release, for hours: everything that is too long for every change. Writes soak-report.md.
soak: $(INSTALLED)
	$(BIN)/python -m tools.soak

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/hadolint deploy/Containerfile
	$(BIN)/yamllint --strict --config-file deploy/.yamllint.yaml deploy
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml
	$(BIN)/python hatch_build.py lint

format: $(INSTALLED)
	$(BIN)/ruff format .
	$(BIN)/python hatch_build.py format

# What takes programs that pip does not install: Caddy, Prometheus, systemd, Helm. What is not on the machine
# is named as not checked.
check-deploy: $(INSTALLED)
	$(BIN)/python -m tools.check_deploy

types: $(INSTALLED)
	$(BIN)/mypy

imports: $(INSTALLED)
	$(BIN)/lint-imports

# The browser client's own: its types, its state, its words.
client: $(INSTALLED)
	$(BIN)/python hatch_build.py test

# Compiles every test once, which the workers of `pytest` would each do again.
collect: $(INSTALLED)
	$(BIN)/python -m pytest --collect-only -qqq

pytest: $(INSTALLED)
	$(PYTEST) -p tests.branch_coverage

# Lists the branches that no measured test takes, and raises the floors in tests/branch_coverage.json.
coverage: $(INSTALLED)
	$(PYTEST) -p tests.branch_coverage --raise-floors

# Refreshes tests/durations.json, by which tests are ordered: when a slow file was added.
durations: $(INSTALLED)
	$(PYTEST) --save-durations

# Before a release: mistakes planted in the rules, one at a time; what no test notices is told.
# FILES=src/croupier/engine/layout.py for some files, FILES=--planted for those kept by hand.
mutants: $(INSTALLED)
	$(BIN)/python -m tools.mutants $(FILES)

# Break the code that cites a clause; a test marked with the clause has to fail. The breaks written by
# hand, as in `make test`; before a release, CLAUSE="LIVE 2" for all clauses that begin so.
claims: $(INSTALLED)
	$(BIN)/python -m tools.mutants.claims $(if $(CLAUSE),"$(CLAUSE)")

# Regenerates the documents that are written from the code.
docs: $(INSTALLED)
	$(BIN)/python -m tools.conformance --write
	$(BIN)/python -m tools.protocol --write
	$(BIN)/python -m tools.odds --write
	$(BIN)/python -m tools.protection --write

# Writes requirements/ from pyproject.toml: a version of each package, and the digest of each of its files, for
# every system and Python that the project runs on. Versions stay as they are where they may;
# UPGRADE=--upgrade takes the newest.
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-annotate \
  --custom-compile-command 'make lock' --python-version 3.11 $(UPGRADE)
lock: $(INSTALLED)
	$(COMPILE) pyproject.toml --extra test --output-file requirements/test.txt
	$(COMPILE) pyproject.toml --extra pg --extra nats --extra otel --constraint requirements/test.txt \
	  --output-file requirements/house.txt
	$(COMPILE) --group build --constraint requirements/test.txt --output-file requirements/build.txt
	$(COMPILE) --group compiler --output-file requirements/compiler.txt

# Every page, at the size of a phone, a tablet and a desk, into docs/screenshots/.
screenshots: $(INSTALLED)
	$(BIN)/python -m tests.web.screenshots

bench: $(INSTALLED)
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/rounds.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/simulate.py
	$(BIN)/python benchmarks/house.py --postgres
	$(BIN)/python -m benchmarks.store
	$(BIN)/python benchmarks/bus.py
	$(BIN)/python -m benchmarks.live --quick
	$(BIN)/python -m benchmarks.web --rounds 200

# Installing builds the browser client too, so it is done again when that has changed.
$(PLAYABLE): pyproject.toml requirements/build.txt requirements/house.txt hatch_build.py $(WEB)
	@$(PYTHON) -c 'import sys; sys.exit("Croupier needs Python 3.11 or later (try: make PYTHON=python3.11 …)" if sys.version_info < (3, 11) else 0)'
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@$(LOCKED) requirements/build.txt
	@$(LOCKED) requirements/house.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
# What is installed pip compiles, but not what it only points to; each command would do it anew
# where Python may not write beside the sources.
	@$(BIN)/python -m compileall -q src
	@touch $@

# What tests need besides: linters, a PostgreSQL of their own, and a Chromium where the machine has none.
$(INSTALLED): $(PLAYABLE) requirements/test.txt
	@$(LOCKED) requirements/test.txt
# The CUDA source is compiled for the processor too, by the machine's own compiler where it has one.
	@command -v c++ > /dev/null || $(LOCKED) requirements/compiler.txt
	@$(BIN)/python -m tests.support.chromium > /dev/null
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules src/croupier/server/web .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .mutants
