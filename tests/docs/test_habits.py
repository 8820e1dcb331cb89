"""The habits of the project: what its workflow, hooks, templates and pages name is there."""

import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from ludotheque.core import registry
from ludotheque.core.version import VERSION
from tools import run_tests, system

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
TEMPLATES = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
FORMS = [path for path in TEMPLATES if path.name != "config.yml"]
PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / ".github/pull_request_template.md"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


WORKFLOW = read(ROOT / ".github/workflows/test.yml")
STEPS = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]
COMMANDS = [shlex.split(step["run"]) for step in STEPS if "run" in step]
HOOKS = [hook for repo in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_workflow_runs_make_targets_on_files_that_exist(command: list[str]) -> None:
    assert command[0] == "make"
    for word in command[1:]:
        name, equals, file = word.partition("=")
        assert (ROOT / file).is_file() if equals else name in TARGETS, word
        assert not equals or f"$({name})" in MAKEFILE, word


def test_the_workflow_lints_tests_builds_and_measures() -> None:
    assert {command[1] for command in COMMANDS} == {"lint", "test", "wheel", "bench"}
    versions = WORKFLOW["jobs"]["test"]["strategy"]["matrix"]["python"]
    named = {one.rpartition(" ")[2] for one in PROJECT["classifiers"] if "Python :: 3." in one}
    assert set(versions) == named
    assert PROJECT["requires-python"] == f">={versions[0]}"


def test_a_job_waits_only_for_jobs_that_exist() -> None:
    jobs = WORKFLOW["jobs"]
    assert {job["needs"] for job in jobs.values() if "needs" in job} <= set(jobs)
    assert all(job["timeout-minutes"] for job in jobs.values())


def test_the_hooks_before_a_commit_are_the_steps_of_make_lint() -> None:
    entries = {hook["name"]: hook["entry"].split() for hook in HOOKS}
    steps = {
        title: [str(word).replace(str(run_tests.BIN), ".venv/bin").replace(f"{ROOT}/", "") for word in command]
        for title, command in run_tests.LINT.items()
    }
    # a hook is given the files that changed, so it names no folder
    assert entries == {title: [word for word in command if word != "."] for title, command in steps.items()}


def test_the_hooks_download_nothing() -> None:
    assert {hook["language"] for hook in HOOKS} == {"system"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_an_issue_form_has_a_name_and_labelled_fields(path: Path) -> None:
    form = read(path)
    assert form["name"]
    assert form["description"]
    names = [field["id"] for field in form["body"]]
    assert len(set(names)) == len(names)
    for field in form["body"]:
        assert field["type"] in ("dropdown", "input", "textarea")
        assert field["attributes"]["label"]


def test_the_form_about_rules_has_every_game() -> None:
    [field] = [field for field in read(ROOT / ".github/ISSUE_TEMPLATE/rule.yml")["body"] if field["id"] == "game"]
    assert field["attributes"]["options"] == sorted(set(registry.names()) - {"toy"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text()
    for target in re.findall(r"`make (\w+)`", text):
        assert target in TARGETS, target
    for module in re.findall(r"python -m tools\.(\w+)", text):
        assert (ROOT / f"tools/{module}.py").is_file(), module
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (page.parent / link).exists(), link
    for path in re.findall(r"`([\w.]+/[\w./]+)`", text):
        assert (ROOT / path).exists() or path == "dist/", path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_fits_a_screen(page: Path) -> None:
    assert [line for line in page.read_text().splitlines() if len(line) > 100 and not line.startswith("|")] == []


def test_make_help_lists_every_target() -> None:
    words = ["make", "--no-print-directory", "help"]  # `make test` calls this test, and make tells where it is
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    listed = {line.split()[1]: line.split()[2:] for line in done.stdout.splitlines()}
    assert set(listed) == TARGETS
    assert all(listed.values())


def test_every_target_is_phony() -> None:
    [phony] = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert set(phony.split()) == TARGETS


def test_make_test_tries_to_install_all_that_the_tests_need() -> None:
    wanted = {"chromium databases compiler", "node", "venv"}
    assert set(re.findall(r"\$\(SYSTEM\) (.*)$", MAKEFILE, re.MULTILINE)) == wanted
    assert set(system.NEEDS) == {"chromium", "compiler", "databases", "node", "venv"}


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without Chromium on which nobody may install anything."""
    monkeypatch.setattr(system, "is_there", lambda _: False)
    monkeypatch.setattr(system, "obstacle", lambda: "that takes root")


@pytest.mark.usefixtures("bare")
def test_what_cannot_be_installed_is_skipped_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert system.main(["chromium"]) == 0
    said = capsys.readouterr().out
    assert "chromium missing, and that takes root" in said
    assert "Skipped: the tests in the browser." in said
    assert run_tests.is_skipped("browser")
    assert not run_tests.is_skipped("ruff")


@pytest.mark.usefixtures("bare")
def test_ci_skips_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CI", "true")
    assert system.main(["chromium"]) == 1
    assert "CI cannot do without: the tests in the browser." in capsys.readouterr().out
    assert not any(map(run_tests.is_skipped, run_tests.MODES[""]))


@pytest.mark.usefixtures("bare")
def test_missing_packages_are_installed_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], check: bool) -> "subprocess.CompletedProcess[str]":
        ran.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(system, "obstacle", lambda: "")
    monkeypatch.setattr(subprocess, "run", run)
    assert system.main(["databases"]) == 0
    assert ran[-1] == ["apt-get", "install", "-y", "-qq", "postgresql", "redis-server"]
    assert "Installing postgresql redis-server: initdb and redis-server missing" in capsys.readouterr().out


def test_what_is_there_is_not_installed_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system, "is_there", lambda _: True)
    assert system.main(list(system.NEEDS)) == 0
    assert capsys.readouterr().out == ""


def test_the_steps_of_a_check_name_files_that_exist() -> None:
    for command in run_tests.MODES["check"].values():
        for word in map(str, command):
            file = word.removeprefix("--ignore=")
            assert not file.startswith("tests/") or (ROOT / file).exists(), word


def test_the_changelog_has_a_dated_heading_for_this_version() -> None:
    first = next(line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## "))
    assert re.fullmatch(rf"## {re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)", first)
