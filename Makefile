# make play   the shelf of games in your browser       make test   everything that must hold
# make setup  .venv with the `ludotheque` command      make bench  the speed table
PYTHON ?= python3
PIP = .venv/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test lint setup bench chromium databases messages clean

play: setup
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then .venv/bin/ludotheque serve --open; \
	else echo "There is no screen for a browser here, so this is the terminal; .venv/bin/ludotheque serve starts the table for browsers."; .venv/bin/ludotheque play; fi

test: .venv/.dev chromium databases
	@.venv/bin/python -m tests.run

lint: .venv/.dev
	@.venv/bin/python -m tests.run lint

setup: .venv/.base

bench: .venv/.lab
	@.venv/bin/ludotheque bench

chromium:
	@command -v chromium >/dev/null || (apt-get update -qq && apt-get install -y -qq chromium fonts-dejavu-core)

databases:
	@(ls /usr/lib/postgresql/*/bin/initdb || command -v initdb) >/dev/null 2>&1 && command -v redis-server >/dev/null || (apt-get update -qq && apt-get install -y -qq postgresql redis-server)

messages: .venv/.dev
	@.venv/bin/python -m tests.messages

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Ludothèque needs Python 3.11 or later, this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@echo "Setting up .venv (once) ..."
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || (apt-get update -qq && apt-get install -y -qq python3-venv)
	@$(PYTHON) -m venv .venv

.venv/.base: .venv/bin/python pyproject.toml constraints.txt
	@$(PIP) --editable .
	@touch $@

.venv/.dev: .venv/.base
	@$(PIP) --editable '.[dev]'
	@touch $@

.venv/.lab: .venv/.base
	@$(PIP) --editable '.[lab]'
	@touch $@

clean:
	rm -rf .venv .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
