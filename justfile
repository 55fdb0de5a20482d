# Tasks of the project: `just` lists them. CONTRIBUTING.md says how to install just.
# tests/test_tasks.py compares the commands with those of the README and of .ci/run.

_list:
    @just --list --unsorted

# make .venv with all that the tests and the linters need
setup:
    python3 -m venv .venv
    .venv/bin/pip install -q -e '.[test,lint]'

# the tests, without the slow ones
test:
    .venv/bin/python -m pytest -q -n 2

# all tests at full length: every example, every errata sheet in a browser, every pair of documents, every cell explained
slow:
    .venv/bin/python -m pytest -q -n 2 --full

# the definitions against PyTorch, which is installed for it
torch:
    .venv/bin/pip install -q '.[test,torch]' 'torch==2.13.0'
    .venv/bin/python -c 'import torch'
    .venv/bin/python -m pytest -q -n 2 --full tests/test_pytorch.py

# what extras add: a corpus as Parquet, a cluster, plots, a language server
extras:
    .venv/bin/pip install -q '.[test,parquet,cluster,plot,lsp]'
    .venv/bin/python -c 'import pyarrow, distributed, matplotlib, pygls'
    .venv/bin/python -m pytest -q -n 2 --full tests/test_parquet.py tests/test_cluster.py tests/test_notebook.py tests/test_language_server.py

# style and formatting
lint:
    .venv/bin/ruff check .
    .venv/bin/ruff format --check .

# static types
types:
    .venv/bin/mypy

# write the errata sheets of all documents and the outputs in README.md and docs anew
reports:
    .venv/bin/python -m verifier report
    .venv/bin/python -m tests.test_readme

# the exams that score the method; each takes minutes to hours
exams:
    .venv/bin/python -m tests.exams.honesty
    .venv/bin/python -m tests.exams.right_documents
    .venv/bin/python -m tests.exams.wrong_documents
    .venv/bin/python -m tests.exams.exam
    .venv/bin/python -m tests.exams.engines
    .venv/bin/python -m tests.exams.functions
    .venv/bin/python -m tests.exams.expressions
    .venv/bin/python -m tests.exams.same_quantities
    .venv/bin/python -m tests.exams.conversions
    .venv/bin/python -m tests.exams.examples
    .venv/bin/python -m tests.exams.fuzz

# all that must hold before a change lands
all: test slow torch extras lint types
