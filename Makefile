# What can be done here: `make help` prints the lines with two hashes.
PYTHON ?= python3
PIP = .venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
SYSTEM = $(PYTHON) -m tools.system
RUN = .venv/bin/python -m tools

.DEFAULT_GOAL := help
.PHONY: help play setup test check lint docs bench messages wheel clean

help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r target what; do printf 'make %-10s %s\n' "$$target" "$$what"; done

play: setup ## the games in your browser; in the terminal where there is no screen
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then .venv/bin/ludotheque serve --open; \
	else echo "There is no screen for a browser here, so this is the terminal; .venv/bin/ludotheque serve starts the table for browsers."; .venv/bin/ludotheque play; fi

setup: .venv/.base ## .venv with the `ludotheque` command

test: .venv/.dev node_modules/.done ## everything: lint, types and all tests, also in the browser
	@$(SYSTEM) chromium databases compiler
	@$(RUN).run_tests

check: .venv/.dev node_modules/.done ## the quick part, under two minutes: lint, types, one seed of nearly everything, no browser
	@$(RUN).run_tests check

lint: .venv/.dev node_modules/.done ## lint, format and types of Python and the web client; import contracts
	@$(RUN).run_tests lint

bench: .venv/.bench ## the speed of every game, beside OpenSpiel's and PettingZoo's; AGAINST=FILE compares with earlier results
	@.venv/bin/python benchmarks/batches.py
	@.venv/bin/python benchmarks/aec.py
	@.venv/bin/ludotheque bench $(if $(AGAINST),--against $(AGAINST))

messages: .venv/.dev ## the templates for translators, from the messages in the source
	@$(RUN).messages

wheel: .venv/bin/python ## the wheel, in dist/
	@.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@ls dist/*.whl

clean: ## delete everything that these commands have made
	rm -rf .venv node_modules dist site .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Ludothèque needs Python 3.11 or later, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@echo "Setting up .venv (once) ..."
	@$(SYSTEM) venv
	@$(PYTHON) -m venv .venv

.venv/.base: .venv/bin/python pyproject.toml constraints.txt
	@$(PIP) --editable .
	@touch $@

.venv/.dev: .venv/.base
	@$(PIP) --editable '.[dev]'
	@touch $@

# LUDOTHEQUE_JIT: a few games are replayed for their pages, and compiling them would take longer
docs: .venv/.docs ## the documentation as a site, in site/
	@LUDOTHEQUE_JIT=0 NO_MKDOCS_2_WARNING=1 .venv/bin/python -m mkdocs build --strict --quiet
	@echo "The documentation is in site/index.html."

.venv/.docs: .venv/.base
	@$(PIP) --editable '.[docs]'
	@touch $@

.venv/.bench: .venv/.base
	@$(PIP) --editable '.[bench]'
	@touch $@

node_modules/.done: package.json package-lock.json
	@$(SYSTEM) node
	@! command -v npm >/dev/null || (npm install --no-save --silent && touch $@)
