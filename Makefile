# Two commands do everything on a fresh machine with Python 3.11 or later: `make run`, `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
INSTALLED := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

WEB := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/src/wire/*') docs/socket-schema.json docs/openapi.json

.PHONY: run test lint check-deploy types imports client pytest mutants docs screenshots bench clean
run: $(PLAYABLE)
	@$(BIN)/croupier serve --bots 9

# Cheap checks first: each of them says no within seconds.
test: lint types imports client pytest

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/hadolint deploy/Containerfile
	$(BIN)/yamllint --strict --config-file deploy/.yamllint.yaml deploy
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml

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

pytest: $(INSTALLED)
	$(BIN)/python -m pytest -n auto

# Before a release: mistakes planted in the rules, one at a time; what no test notices is told.
# FILES=src/croupier/games/layout.py for some files, FILES=--planted for those kept by hand.
mutants: $(INSTALLED)
	$(BIN)/python -m tools.mutants $(FILES)

# Regenerates the documents that are written from the code.
docs: $(INSTALLED)
	$(BIN)/python -m tools.conformance --write
	$(BIN)/python -m tools.protocol --write
	$(BIN)/python -m tools.odds --write
	$(BIN)/python -m tools.protection --write

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
	$(BIN)/python -m benchmarks.live --quick
	$(BIN)/python -m benchmarks.web --rounds 200

# Installing builds the browser client too, so it is done again when that has changed.
$(PLAYABLE): pyproject.toml constraints.txt hatch_build.py $(WEB)
	@$(PYTHON) -c 'import sys; sys.exit("Croupier needs Python 3.11 or later (try: make PYTHON=python3.11 …)" if sys.version_info < (3, 11) else 0)'
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
# What is installed pip compiles, but not what it only points to; each command would do it anew
# where Python may not write beside the sources.
	@$(BIN)/python -m compileall -q src
	@touch $@

# What tests need besides: linters, and a PostgreSQL of their own.
$(INSTALLED): $(PLAYABLE)
	@$(PIP) --editable '.[test]'
# The CUDA source is compiled for the processor too, by the machine's own compiler where it has one.
	@command -v c++ > /dev/null || $(PIP) ziglang
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules src/croupier/server/web .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .mutants
