# The two commands of a fresh machine: `make play` and `make test`. Both make .venv when it is not there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml setup.py $(shell find src -name '*.py' -o -name '*.toml' -o -name '*.md' -o -name '*.html' -o -name '*.css' -o -name '*.js' 2>/dev/null)

.PHONY: play test test-compiled test-interpreted lint bench clean

play: $(VENV)/.installed
	@$(BIN)/shamble serve

test: $(VENV)/.tools
	$(BIN)/python -m pytest -n auto
	SHAMBLE_PURE=1 $(BIN)/python -m pytest -n auto

lint: $(VENV)/.tools
	$(BIN)/ruff check src tests benchmarks examples setup.py
	$(BIN)/ruff format --check src tests benchmarks examples setup.py
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.tools
	$(BIN)/python benchmarks/ratios.py

clean:
	rm -rf $(VENV) build dist src/*.egg-info

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Shamble needs Python 3.11 or later; this is $$($(PYTHON) --version 2>&1). 'make play PYTHON=python3.11' names another."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }

$(VENV)/.installed: $(BIN)/python $(SOURCES)
	@$(BIN)/python setup.py --say
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade '.[site]'
	@touch $@

$(VENV)/.tools: $(BIN)/python $(SOURCES)
	@$(BIN)/python setup.py --say
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade '.[dev]'
	@touch $(VENV)/.installed $@
