import json
import os
import re
import socket
import threading
from pathlib import Path

import pytest

from frontdoor import KEEPS, PATIENCE, executable, marked, nubbin, refused, start, until
from living import needs_proc
from mounts import ALONE, mounts_or_skips

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


@pytest.mark.parametrize("answer", [b"HTTP/1.1 401 Unauthorized\r\n\r\n", b"220 hello\r\n"])
def test_what_is_no_language_server_is_told_in_a_sentence(answer: bytes, tmp_path: Path) -> None:
    def talk(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection:
            connection.recv(4096)
            connection.sendall(answer)

    file = tmp_path / "case.c"
    file.write_bytes(b"int keep;\n")
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=talk, args=(server,))
        thread.start()
        address = f"ws://127.0.0.1:{server.getsockname()[1]}"
        ran = nubbin("client", file, "--oracle", KEEPS, "--connect", address, cwd=tmp_path)
        thread.join()
    assert ran.status == 2, ran.stderr
    assert "No language server answers" in ran.sentences
    assert "Traceback" not in ran.stderr


def test_several_files_are_reduced_in_place(tmp_path: Path, client: tuple[str, ...]) -> None:
    files = [tmp_path / "a.c", tmp_path / "b.c"]
    for file in files:
        file.write_bytes(b"int a;\nint keep;\n")
    ran = nubbin(*client, *files, "--oracle", KEEPS, "--in-place", cwd=tmp_path)
    assert ran.status == 0
    assert [file.read_bytes().strip() for file in files] == [b"keep", b"keep"]


def test_of_several_files_an_empty_one_does_not_stop_the_others(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    (tmp_path / "a.c").write_bytes(b"")
    (tmp_path / "b.c").write_bytes(b"int a;\nint keep;\n")
    ran = nubbin(*client, "a.c", "b.c", "--oracle", KEEPS, cwd=tmp_path)
    assert ran.status == 5
    assert "a.c is empty: there is nothing to reduce." in ran.sentences
    assert sorted(os.listdir(tmp_path)) == ["a.c", "b.c", "b.reduced.c"]


def test_what_was_cut_short_is_told_to_go_on(tmp_path: Path, client: tuple[str, ...]) -> None:
    (tmp_path / "a.c").write_bytes(b"int a;\nint b;\nint keep;\n")
    ran = nubbin(*client, "a.c", "--oracle", KEEPS, "--max-tests", "2", cwd=tmp_path)
    assert "With --resume and a larger --max-tests, the same command goes on" in ran.sentences


def test_a_file_named_twice_is_reduced_once(tmp_path: Path, client: tuple[str, ...]) -> None:
    (tmp_path / "a.c").write_bytes(b"int a;\nint keep;\n")
    (tmp_path / "link.c").symlink_to("a.c")
    names = ("a.c", tmp_path / "a.c", "link.c")
    ran = nubbin(*client, *names, "--oracle", KEEPS, "--in-place", cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert ran.stderr.count("reduced, ") == 1
    assert (tmp_path / "a.c").read_bytes().strip() == b"keep"
    assert sorted(os.listdir(tmp_path)) == ["a.c", "link.c"]
    ran = nubbin(*client, "a.c", "./a.c", "--oracle", KEEPS, "-o", "out.c", cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert (tmp_path / "out.c").exists()


def test_a_link_beside_what_it_leads_to_has_a_result_of_its_own(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    (tmp_path / "a.c").write_bytes(b"int a;\nint keep;\n")
    (tmp_path / "link.c").symlink_to("a.c")
    ran = nubbin(*client, "a.c", "link.c", "--oracle", KEEPS, cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    results = ["a.reduced.c", "link.reduced.c"]
    assert sorted(os.listdir(tmp_path)) == ["a.c", results[0], "link.c", results[1]]


@pytest.mark.parametrize("names", [("a.c", "a.reduced.c"), ("a.reduced.c", "deep/../a.c")])
def test_a_result_takes_the_place_of_no_other_input(
    tmp_path: Path, names: tuple[str, ...], client: tuple[str, ...]
) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("a.c", "a.reduced.c"):
        (tmp_path / name).write_bytes(b"int keep; // mine\n")
    ran = nubbin(*client, *names, "--oracle", f"touch {tmp_path}/ran; {KEEPS}", cwd=tmp_path)
    assert ran.status == 2
    assert "a.reduced.c, which is to be reduced as well." in ran.sentences
    assert (tmp_path / "a.reduced.c").read_bytes() == b"int keep; // mine\n"
    assert sorted(os.listdir(tmp_path)) == ["a.c", "a.reduced.c", "deep"]


def test_a_folder_that_is_gone_loses_none_of_several_results(tmp_path: Path) -> None:
    folder, env = tmp_path / "here", {"TMPDIR": str(tmp_path)}
    folder.mkdir()
    for name in ("a.c", "b.c"):
        (folder / name).write_bytes(b"int a;\nint keep;\n")
    oracle = f"rm -rf {folder}; {KEEPS}"
    ran = nubbin("client", "a.c", "b.c", "--oracle", oracle, cwd=folder, env=env)
    assert ran.status == 1
    assert ran.stderr.count("no such file or directory") == 2
    assert "Traceback" not in ran.stderr
    kept = sorted(tmp_path.glob("nubbin-kept-*/?.c"), key=lambda file: file.name)
    assert [(file.name, file.read_bytes().strip()) for file in kept] == [
        ("a.c", b"keep"),
        ("b.c", b"keep"),
    ]


def test_progress_of_several_files_says_of_which_it_speaks(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    for name in ("a.c", "b.c"):
        (tmp_path / name).write_bytes(b"int a;\nint keep;\n")
    ran = nubbin(*client, "a.c", "b.c", "--oracle", KEEPS, cwd=tmp_path)
    standings = [line for line in ran.stderr.splitlines() if " % gone  " in line]
    assert list(dict.fromkeys(line.split(":")[0] for line in standings)) == ["a.c", "b.c"]
    ran = nubbin(*client, "a.c", "--oracle", KEEPS, cwd=tmp_path)
    assert "a.c: " not in next(line for line in ran.stderr.splitlines() if " % gone  " in line)


def test_a_file_that_cannot_be_written_does_not_stop_the_others(tmp_path: Path) -> None:
    for name in ("a.txt", "c.txt"):
        (tmp_path / name).write_text("one\nkeep\ntwo\n")
    (tmp_path / "b.txt").write_text("one\nkeep\ntwo\n")
    oracle = f"echo >> {tmp_path}/b.txt; grep -q keep {{file}}"
    arguments = ("a.txt", "b.txt", "c.txt", "--in-place", "--oracle", oracle)
    ran = nubbin("client", *arguments, cwd=tmp_path, env={"TMPDIR": str(tmp_path)})
    assert ran.status == 1
    assert "b.txt has changed meanwhile" in ran.stderr
    assert [(tmp_path / name).read_text().strip() for name in ("a.txt", "c.txt")] == ["keep"] * 2


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


def test_too_few_open_files_are_no_fault_of_nubbins(tmp_path: Path) -> None:
    (tmp_path / "case.c").write_text("int keep;\n")
    few = ("sh", "-c", 'ulimit -n 9; exec "$@"', "sh")
    ran = nubbin("client", "case.c", "--oracle", KEEPS, cwd=tmp_path, by=few)
    assert ran.status == 1
    assert "too many open files. End other programs, or raise the limits" in ran.stderr
    assert "Traceback" not in ran.stderr


@needs_proc
def test_nothing_outlives_a_client_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "case.c"
    file.write_bytes(b"int a;\nint keep;\n")
    mark = f"NUBBIN_CLIENT_MARK_{os.getpid()}_killed"
    oracle = f"touch {tmp_path}/began; sleep 600; {KEEPS}"
    process = start("client", str(file), "--oracle", oracle, cwd=tmp_path, env={mark: "1"})
    until((tmp_path / "began").exists, "a first run")
    process.kill()
    process.communicate(timeout=PATIENCE)
    until(lambda: not list(marked(mark)), "an end of all processes")


@pytest.mark.parametrize(
    "words, said",
    [
        (("a.c", "b.c", "-o", "out.c"), "-o names one file, and several are to be reduced."),
        (("a.c", "b.c", "--json", "out"), "--json names one file, and several are to be reduced."),
        (("a.c", "--token", "secret"), "name it with --connect."),
    ],
)
def test_words_that_contradict_each_other(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    ran = refused("client", *words, cwd=tmp_path)
    assert said in ran.sentences
    assert list(tmp_path.iterdir()) == []


def test_who_has_no_home_is_served(tmp_path: Path) -> None:
    mounts_or_skips()
    (tmp_path / "a.c").write_bytes(b"int a;\nint keep;\n")
    homeless = 'mount -t tmpfs tmpfs /etc && exec env -u HOME -u XDG_STATE_HOME "$@"'
    by = (*ALONE, homeless, "sh")
    ran = nubbin("client", "a.c", "--oracle", KEEPS, cwd=tmp_path, by=by)
    assert ran.status == 0, ran.stderr
    assert sorted(os.listdir(tmp_path)) == ["a.c", "a.reduced.c"]
