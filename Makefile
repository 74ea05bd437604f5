# Two commands do everything on a fresh machine with Python 3.11 or later: `make run`, `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
INSTALLED := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run test lint types imports pytest docs bench clean
run: $(PLAYABLE)
	@$(BIN)/croupier serve --bots 9

# Cheap checks first: each of them says no within seconds.
test: lint types imports pytest

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED)
	$(BIN)/mypy

imports: $(INSTALLED)
	$(BIN)/lint-imports

pytest: $(INSTALLED)
	$(BIN)/python -m pytest -n auto

# Regenerates the documents that are written from the code.
docs: $(INSTALLED)
	$(BIN)/python -m tools.conformance --write
	$(BIN)/python -m tools.protocol --write

bench: $(INSTALLED)
	$(BIN)/python benchmarks/rounds.py
	$(BIN)/python benchmarks/house.py --postgres
	$(BIN)/python -m benchmarks.store

$(PLAYABLE): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Croupier needs Python 3.11 or later (try: make PYTHON=python3.11 …)" if sys.version_info < (3, 11) else 0)'
	@echo "Setting up $(VENV) (first time only) …"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
	@touch $@

# What tests need besides: linters, and a PostgreSQL of their own.
$(INSTALLED): $(PLAYABLE)
	@$(PIP) --editable '.[test]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
