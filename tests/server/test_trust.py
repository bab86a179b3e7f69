import contextlib
import fcntl
import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.server.trust import Consent, TrustStore


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "clone" / "check.sh"
    file.parent.mkdir()
    file.write_text("#!/bin/sh\ntrue\n")
    file.chmod(0o755)
    return file


@pytest.fixture
def spec(script: Path) -> OracleSpec:
    return OracleSpec("./check.sh {file}", script.parent)


@pytest.fixture
def store(tmp_path: Path, spec: OracleSpec, script: Path) -> TrustStore:
    made = TrustStore(tmp_path / "state" / "nubbin")
    made.remember(Consent.to_run(spec, script.parent))
    return made


def test_a_consent_is_remembered(store: TrustStore, spec: OracleSpec, script: Path) -> None:
    assert TrustStore(store.folder).allows(Consent.to_run(spec, script.parent))


def test_a_link_to_the_workspace_is_the_workspace(
    store: TrustStore, spec: OracleSpec, script: Path
) -> None:
    link = script.parent.with_name("link")
    link.symlink_to(script.parent)
    assert store.allows(Consent.to_run(spec, link))


def test_another_clone_is_another_workspace(
    store: TrustStore, spec: OracleSpec, tmp_path: Path
) -> None:
    assert not store.allows(Consent.to_run(spec, tmp_path))


def test_a_script_that_has_changed_is_another_program(
    store: TrustStore, spec: OracleSpec, script: Path
) -> None:
    assigning = replace(spec, command="LC_ALL=C ./check.sh {file}")
    store.remember(Consent.to_run(assigning, script.parent))
    script.write_text("#!/bin/sh\nrm -rf ~\n")
    assert not store.allows(Consent.to_run(spec, script.parent))
    assert not store.allows(Consent.to_run(assigning, script.parent))


@pytest.mark.parametrize(
    "command",
    [
        "./check.sh<{file}",
        "./check.sh;exit $?",
        "(./check.sh {file})",
        "! ./check.sh {file}",
        "if ./check.sh {file}; then true; else false; fi",
        "timeout 5 ./check.sh {file}",
        "cd . && ./check.sh {file}",
        "# it has to say boom\n./check.sh {file}",
        "sh {workspace}/check.sh {file}",
        "cd {workspace} && sh check.sh {file}",
        "sh check.sh {file}",  # in a copy of the workspace
        "./check.sh {file} <<E\nit's a here-document\nE",
        'sh "$NUBBIN_FOLDER/check.sh" {file}',
        ("sh", "{workspace}/check.sh", "{file}"),
        ("./check.sh", "{file}"),
    ],
)
def test_a_script_is_found_wherever_it_stands_in_a_command(
    store: TrustStore, spec: OracleSpec, script: Path, command: str | tuple[str, ...]
) -> None:
    other = replace(spec, command=command, workspace=script.parent)
    store.remember(Consent.to_run(other, script.parent))
    assert store.allows(Consent.to_run(other, script.parent))
    script.write_text("#!/bin/sh\nrm -rf ~\n")
    assert not store.allows(Consent.to_run(other, script.parent))


@pytest.mark.parametrize("command", ["echo 'open", "echo open\\", "", "   ", "$(cat x) {file}"])
def test_a_command_with_mistakes_has_a_consent_too(
    store: TrustStore, spec: OracleSpec, script: Path, command: str
) -> None:
    assert not store.allows(Consent.to_run(replace(spec, command=command), script.parent))


@pytest.mark.parametrize(
    "changed",
    [
        {"command": "./check.sh {file} --more"},
        {"command": ("./check.sh", "{file}")},
        {"isolation": "workspace"},
    ],
)
def test_another_command_or_isolation_needs_its_own_consent(
    store: TrustStore, spec: OracleSpec, script: Path, changed: dict[str, object]
) -> None:
    assert not store.allows(Consent.to_run(replace(spec, **changed), script.parent))  # type: ignore[arg-type]  # by key


def test_other_conditions_need_no_consent_of_their_own(
    store: TrustStore, spec: OracleSpec, script: Path
) -> None:
    assert store.allows(Consent.to_run(replace(spec, stderr="boom", timeout=3), script.parent))


def test_earlier_consents_are_kept(store: TrustStore, spec: OracleSpec, script: Path) -> None:
    other = Consent.to_run(replace(spec, command="make test"), script.parent)
    store.remember(other)
    assert store.allows(other)
    assert store.allows(Consent.to_run(spec, script.parent))


def test_consents_that_are_given_at_once_are_all_kept(
    store: TrustStore, spec: OracleSpec, script: Path
) -> None:
    specs = [replace(spec, command=f"make test{number}") for number in range(40)]
    consents = [Consent.to_run(each, script.parent) for each in specs]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(store.remember, consents))
    assert all(store.allows(consent) for consent in consents)


def test_who_keeps_the_folder_locked_is_not_waited_for_without_an_end(
    store: TrustStore, spec: OracleSpec, script: Path
) -> None:
    consent = Consent.to_run(replace(spec, command="make test"), script.parent)
    lock = os.open(store.folder, os.O_RDONLY)
    with ThreadPoolExecutor() as other, contextlib.ExitStack() as stack:
        stack.callback(os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_EX)
        other.submit(store.remember, consent).result(timeout=30)
    assert store.allows(consent)


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"schema": 2, "consents": {}}', "null", pytest.param("[" * 10**6, id="deep")],
)
def test_a_spoiled_file_allows_nothing_and_is_replaced(
    store: TrustStore, spec: OracleSpec, script: Path, content: str
) -> None:
    consent = Consent.to_run(spec, script.parent)
    store.file.write_text(content)
    assert not store.allows(consent)
    store.remember(consent)
    assert store.allows(consent)


def test_nobody_else_reads_the_file_and_no_other_is_left(store: TrustStore) -> None:
    assert stat.S_IMODE(store.file.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    assert os.listdir(store.folder) == [store.file.name]
    assert json.loads(store.file.read_text())["schema"] == 1


def test_where_nothing_can_be_kept_nothing_is_allowed(spec: OracleSpec, script: Path) -> None:
    store, consent = TrustStore(Path(os.devnull, "nubbin")), Consent.to_run(spec, script.parent)
    with pytest.raises(OSError, match="Not a directory"):
        store.remember(consent)
    assert not store.allows(consent)
