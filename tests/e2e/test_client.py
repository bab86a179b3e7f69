"""`nubbin client` comes to what `nubbin reduce` does: its bytes, its words, its statuses."""

import json
import os
import re
from pathlib import Path

import pytest

from frontdoor import KEEPS, executable, nubbin

pytestmark = pytest.mark.e2e

INPUTS = {
    "mark, CRLF": b"\xef\xbb\xbfint a;\r\nint keep;\r\n",
    "mixed line ends": b"int a;\rint keep;\r\nint c;\n",
    "neither UTF-8 nor text": b"int a;\0 // \xff\xfe\nint keep;\0 // \xe9\n",
    "form feed, U+2028": 'int a;\f\nchar *s = "\u2028😀";\nint keep;\n'.encode(),
    "no line end": b"keep",
    "a surrogate": b"int a;\n\xed\xa0\xbd int keep;\n",
}


def test_the_client_writes_what_reduce_writes_byte_for_byte(tmp_path: Path) -> None:
    files = {name: tmp_path / f"{number}.c" for number, name in enumerate(INPUTS)}
    for name, file in files.items():
        file.write_bytes(INPUTS[name])
    ran = nubbin("client", *files.values(), "--oracle", KEEPS, cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    for name, file in files.items():
        ran = nubbin("reduce", file, "--oracle", KEEPS, "-o", "direct", cwd=tmp_path)
        assert ran.status == 0, ran.stderr
        ours = (tmp_path / f"{file.stem}.reduced.c").read_bytes()
        assert ours == (tmp_path / "direct").read_bytes(), name
        assert file.read_bytes() == INPUTS[name]


def test_names_and_blanks_are_squeezed_through_the_server_as_by_reduce(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    file = tmp_path / "case.c"
    file.write_bytes(b"int counter = counter + 1;\nint other;\n")
    oracle = r"grep -q '^int \([a-z][a-z]*\) *= *\1' {file}"
    results = {}
    for wish in ("--rename", "--squeeze"):
        for command in (("reduce",), client):
            arguments = (file, "--oracle", oracle, wish, "-o", "out.c", "--quiet")
            ran = nubbin(*command, *arguments, cwd=tmp_path)
            assert ran.status == 0, ran.stderr
            results[wish, command[0]] = (tmp_path / "out.c").read_bytes()
        assert results[wish, "reduce"] == results[wish, "client"]
        assert b"counter" not in results[wish, "reduce"]
    assert len(results["--squeeze", "reduce"]) < len(results["--rename", "reduce"])
    (tmp_path / "nubbin.toml").write_text("squeeze = true\n")
    assert nubbin(*client, file, "--oracle", oracle, "-o", "out.c", cwd=tmp_path).status == 0
    assert (tmp_path / "out.c").read_bytes() == results["--squeeze", "reduce"]


def test_bytes_that_are_not_utf_8_come_through(tmp_path: Path, client: tuple[str, ...]) -> None:
    file = tmp_path / "case.c"
    file.write_bytes(b"int a;\nint b; // \xff\xe9 \n\f\nint keep;\n")
    oracle = r"grep -aq $(printf '\377\351') {file} && grep -aq keep {file}"
    ran = nubbin(*client, file, "--oracle", oracle, cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert b"\xff\xe9" in file.with_name("case.reduced.c").read_bytes()


def test_a_name_that_is_not_utf_8_leads_to_its_own_file(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    folder = tmp_path / os.fsdecode(b"\xe9")
    folder.mkdir()
    file, other = folder / os.fsdecode(b"\xff.c"), folder / "\ufffd.c"
    file.write_bytes(b"int a; // \xff\nint keep;\n")
    other.write_bytes(b"int other;\n")
    before = sorted(os.listdir(folder))
    results = []
    for command in (("reduce",), client):
        ran = nubbin(
            *command, file, "--oracle", f"{KEEPS} && LC_ALL=C grep -aqv '^[ -~]*$' {{file}}",
            "--json", "r.json", cwd=folder,
        )  # fmt: skip
        assert ran.status == 0, ran.stderr
        report = json.loads((folder / "r.json").read_text())
        assert report["input"]["path"] == str(file)
        result = Path(report["output"]["path"])
        results.append(result.read_bytes())
        result.unlink()
        (folder / "r.json").unlink()
        assert sorted(os.listdir(folder)) == before
    assert results[0] == results[1]
    assert b"\xff" in results[0]


def test_text_and_report_go_where_they_are_sent(tmp_path: Path, client: tuple[str, ...]) -> None:
    file = tmp_path / "case.c"
    file.write_bytes(b"int a;\nint keep;\n")
    more = ("--jobs", "1", "--strategy", "hddr", "--quiet")
    ran = nubbin(
        *client, file, "--oracle", KEEPS, "-o", "-", "--json", "r.json", *more, cwd=tmp_path
    )
    assert (ran.status, ran.stderr) == (0, "")
    assert b"keep" in ran.stdout
    report = json.loads((tmp_path / "r.json").read_text())
    assert (report["jobs"], report["strategy"]) == (1, "hddr")
    assert report["input"]["path"] == str(file)
    assert report["output"] | {"path": None} == report["output"]
    assert report["output"]["bytes"] == len(ran.stdout)
    assert sorted(os.listdir(tmp_path)) == ["case.c", "r.json"]


def test_verbose_tells_of_client_what_it_tells_of_reduce(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    file = tmp_path / "case.c"
    file.write_bytes(b"int a;\nint keep;\n")
    told = []
    for command in (("reduce",), client):
        ran = nubbin(*command, file, "--oracle", KEEPS, "--verbose", cwd=tmp_path)
        oracle = [line for line in ran.stderr.splitlines() if line.startswith("oracle: ")]
        table = re.search(
            r"^pass +runs +tokens +seconds\n(.+ +\d+\.\d\d\n)+", ran.stderr, re.MULTILINE
        )
        assert table, ran.stderr
        told.append((oracle, [row.split()[:-1] for row in table[0].splitlines()]))
    assert told[0] == told[1]
    assert told[0][0] == [f"oracle: {KEEPS}"]


def test_an_earlier_result_stays_where_another_place_is_named(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    (tmp_path / "nubbin.toml").write_text('stream = "none"\n')
    file, earlier = tmp_path / "case.c", tmp_path / "case.reduced.c"
    file.write_bytes(b"int a;\nint keep;\n")
    earlier.write_bytes(b"of another bug")
    ran = nubbin(*client, file, "--oracle", KEEPS, "-o", "out.c", cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert (tmp_path / "out.c").read_bytes().strip() == b"keep"
    assert earlier.read_bytes() == b"of another bug"


@pytest.mark.parametrize("where", [(), ("-o", "out.c"), ("--in-place",)])
def test_a_result_that_cannot_be_asked_about_again_is_put_where_reduce_puts_it_and_nowhere_else(
    where: tuple[str, ...], tmp_path: Path, client: tuple[str, ...]
) -> None:
    left, said = {}, {}
    for command in (("reduce",), client):
        folder = tmp_path / command[0]
        folder.mkdir()
        script = executable(
            folder / "goes.sh",
            '#!/bin/sh\ngrep -q keep "$1" || exit 1\ngrep -q drop "$1" || rm "$0"\nexit 0\n',
        )
        name = os.fsdecode(b"\xe9.c")
        (folder / name).write_bytes(b"int drop;\nint keep;\n")
        (folder / os.fsdecode(b"\xe9.reduced.c")).write_bytes(b"an earlier one")
        words = ("--oracle", "./goes.sh {file}", "--jobs", "1", *where)
        ran = nubbin(*command, name, *words, cwd=folder)
        assert ran.status == 2, ran.stderr
        assert not script.exists()
        left[command[0]] = {file.name: file.read_bytes() for file in folder.iterdir()}
        said[command[0]] = re.findall(r"(?:Written to|result is in) (\S+)\.", ran.sentences)
    assert left["client"] == left["reduce"]
    assert said["client"] == said["reduce"]
    assert len(said["client"]) == 1


def test_what_was_cut_short_is_told_to_go_on(tmp_path: Path, client: tuple[str, ...]) -> None:
    (tmp_path / "a.c").write_bytes(b"int a;\nint b;\nint keep;\n")
    ran = nubbin(*client, "a.c", "--oracle", KEEPS, "--max-tests", "2", cwd=tmp_path)
    assert "With --resume and a larger --max-tests, the same command goes on" in ran.sentences


def test_settings_and_the_command_lines_conditions_are_those_of_reduce(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    (tmp_path / "nubbin.toml").write_text('[[oracle]]\ncommand = "cat {file}"\nstdout = "int"\n')
    file = tmp_path / "case.c"
    file.write_bytes(b"int a;\nint keep;\n")
    assert nubbin(*client, file, cwd=tmp_path).status == 0
    assert file.with_name("case.reduced.c").read_bytes().strip() == b"int"
    assert nubbin(*client, file, "--stdout", "keep", cwd=tmp_path).status == 0
    assert file.with_name("case.reduced.c").read_bytes().strip() == b"keep"


@pytest.mark.parametrize(
    "conditions",
    [
        ("--exit-code", "0", "--stderr", "boom"),
        ("--exit-code", "0"),
        ("--stdout", "1", "--output-re", "boom"),
        ("--timeout", "5", "--exit-code", "nonzero"),
    ],
)
def test_any_conditions_mean_to_the_client_what_they_mean_to_reduce(
    tmp_path: Path, conditions: tuple[str, ...], client: tuple[str, ...]
) -> None:
    file = tmp_path / "case.txt"
    file.write_bytes(b"some\nboom\nmore\nother\n")
    command = "grep boom {file} >&2; grep -c boom {file}; grep -q other {file}"
    if "nonzero" in conditions:
        command = f"! {{ {command}; }}"
    for how in (("reduce",), client):
        ran = nubbin(*how, file, "--oracle", command, *conditions, "-o", how[0], cwd=tmp_path)
        assert ran.status == 0, ran.stderr
    assert (tmp_path / "client").read_bytes() == (tmp_path / "reduce").read_bytes()


def test_a_relative_oracle_is_sought_where_the_user_stands(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    executable(tmp_path / "check.sh", '#!/bin/sh\ngrep -q keep "$1"\n')
    file = tmp_path / "deep" / "case.c"
    file.parent.mkdir()
    file.write_bytes(b"int a;\nint keep;\n")
    assert nubbin(*client, file, "--oracle", "./check.sh", cwd=tmp_path).status == 0


@pytest.mark.parametrize(
    "content, options, status, words",
    [
        (b"x\n", ("--oracle", "false"), 3, "does not hold"),
        (b"x\n", ("--oracle", "true"), 3, "empty"),
        (b"", ("--oracle", "true"), 5, "empty"),
        (b"x\n", (), 2, "no oracle"),
        (b"x\n", ("--oracle", "./missing"), 2, "missing"),
        (
            b"x\n",
            ("--oracle", "true", "--connect", "tcp://127.0.0.1:1"),
            2,
            "No language server answers",
        ),
        (b"x\n", ("--oracle", "true", "--strategy", "no-such"), 2, "no-such"),
    ],
)
def test_a_failure_has_the_status_and_the_words_of_reduce(
    content: bytes,
    options: tuple[str, ...],
    status: int,
    words: str,
    tmp_path: Path,
    client: tuple[str, ...],
) -> None:
    file = tmp_path / "case.c"
    file.write_bytes(content)
    ran = nubbin(*client, file, *options, cwd=tmp_path)
    assert ran.status == status, ran.stderr
    assert words in ran.sentences
    assert os.listdir(tmp_path) == ["case.c"]
