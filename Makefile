# Two commands do all the set-up: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo test test-oldest torture lint bench clean

help:
	@echo "make demo         install into .venv and run the library on embedded data"
	@echo "make test         install into .venv and run the checks and tests"
	@echo "make test-oldest  run the tests on the oldest supported versions"
	@echo "make torture      run the long tests of files, kills and threads; prints one table"
	@echo "make bench        measure speed, memory and accuracy beside the peers"
	@echo "make clean        remove the environments"

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.demo: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[report]"
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	@touch $@ $(VENV)/.demo

demo: $(VENV)/.demo
	@$(BIN)/viewboost demo

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy

test: lint
	$(BIN)/python -m pytest -n 2

.venv-oldest/.done: constraints-oldest.txt pyproject.toml
	$(PYTHON) -m venv .venv-oldest
	.venv-oldest/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-oldest.txt -e ".[dev]"
	@touch $@

test-oldest: .venv-oldest/.done
	.venv-oldest/bin/python -m pytest -n 2

# A part of it: make torture TORTURE="fuzz kill"
torture: $(VENV)/.dev
	$(BIN)/python -m tools.torture $(TORTURE)

$(VENV)/.bench: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[bench]"
	@touch $@

# A part of it: make bench BENCH="stumps --peers lightgbm"
BENCH ?= all
bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks $(BENCH)

clean:
	rm -rf $(VENV) .venv-oldest .venv-peers
