# The commands of the project; `make` alone lists them. They need Python 3.11 to 3.13 and make, nothing else.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile --no-deps --require-hashes
CANDIDATES := $(PYTHON) python3 python3.13 python3.12 python3.11
FITS := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PACKAGES := turingapp agents judging analysis
# Checks read the settings but open no database: any key will do, and no .env is needed.
CHECKING := SECRET_KEY=only-for-checks PERSON_KEY_SECRET=only-for-checks
LOCK := $(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --generate-hashes --python-version 3.11 --no-header --no-annotate

# Packages are installed uncompiled, which is twice as fast; Python must keep what it compiles at the first start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run test check docs bench bench-load bench-faults deploy-check messages lock clean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

setup: $(VENV)/dev.stamp .env ## make the environment, with what tests and checks need

run: $(VENV)/base.stamp .env ## start everything on this machine; Ctrl-C stops it
	@$(BIN)/python manage.py run

test: $(VENV)/dev.stamp ## run the tests on PostgreSQL, and what the database decides on SQLite too
	@$(BIN)/python -m tests.run $(ARGS)

check: $(VENV)/dev.stamp docs ## style, types, import rules, migrations, documents, known holes in dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(CHECKING) $(BIN)/mypy $(PACKAGES) manual docs
	$(CHECKING) $(BIN)/lint-imports
	$(CHECKING) $(BIN)/python manage.py makemigrations --check --dry-run
	$(CHECKING) $(BIN)/python manage.py check --fail-level WARNING
	$(BIN)/python -m tests.audit

docs: $(VENV)/dev.stamp ## build the documents as a site in build/site; a dead link or a page without a place ends it
	NO_MKDOCS_2_WARNING=1 $(CHECKING) $(BIN)/python -m mkdocs build --strict

bench: $(VENV)/dev.stamp ## measure speed against bare counterparts
	@$(BIN)/python -m bench $(ARGS)

bench-load: $(VENV)/dev.stamp ## measure how many judges this machine bears, into docs/load.md
	@$(BIN)/python -m bench.load

deploy-check: $(VENV)/dev.stamp ## start what docker-compose.yml describes, line by line, without a container engine
	@$(BIN)/python -m tests.deploying

bench-faults: $(VENV)/dev.stamp ## break an installation while judges work with it, into docs/faults.md
	@$(BIN)/python -m bench.faults $(ARGS)

messages: $(VENV)/dev.stamp ## draw the texts of all pages into the catalogues of translations, and compile them
	@$(BIN)/python -m tests.catalogs

lock: $(VENV)/base.stamp ## draw the lock files anew from pyproject.toml (needs the network)
	$(BIN)/python -m pip install -qq --disable-pip-version-check uv
	$(LOCK) --upgrade pyproject.toml -o requirements.lock
	$(LOCK) --upgrade --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	@echo "torch ; sys_platform == 'never'" >$(VENV)/without-torch.txt
	$(LOCK) --upgrade --extra models -c requirements.lock --override $(VENV)/without-torch.txt --no-emit-package torch \
		pyproject.toml -o requirements-models.lock

clean: ## remove the environment and caches; keeps .env and var/
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@for python in $(CANDIDATES); do \
	  if "$$python" -c '$(FITS)' 2>/dev/null; then exec "$$python" -m venv --clear $(VENV); fi; \
	done; \
	echo "No Python that fits was found: install Python 3.11, 3.12 or 3.13 with its venv module (Debian: python3-venv), or name one with 'make PYTHON=/path/to/python3.11 ...'." >&2; exit 1

$(VENV)/base.stamp: requirements.lock | $(BIN)/python
	@echo "Installing the packages of requirements.lock into $(VENV) (about half a minute) ..."
	@$(PIP_INSTALL) -r requirements.lock
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock | $(BIN)/python
	@echo "Installing the packages of requirements-dev.lock into $(VENV) ..."
	@$(PIP_INSTALL) -r requirements-dev.lock
	@touch $@ $(VENV)/base.stamp

.env: | $(BIN)/python
	@$(BIN)/python -m turingapp.dotenv .env
