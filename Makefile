# The two commands of a fresh machine: `make play` and `make test`. Both make .venv when it is not there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test lint bench tools clean

play: $(BIN)/python
	@$(BIN)/python wheels.py install site --soon
	@$(BIN)/shamble serve

test: tools
	$(BIN)/python -m pytest -n auto
	SHAMBLE_PURE=1 $(BIN)/python -m pytest -n auto

lint: tools
	$(BIN)/ruff check src tests benchmarks examples setup.py wheels.py
	$(BIN)/ruff format --check src tests benchmarks examples setup.py wheels.py
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: tools
	$(BIN)/python benchmarks/ratios.py

tools: $(BIN)/python
	@$(BIN)/python wheels.py install dev

clean:
	rm -rf $(VENV) build dist src/*.egg-info

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Shamble needs Python 3.11 or later; this is $$($(PYTHON) --version 2>&1). 'make play PYTHON=python3.11' names another."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python's venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }
