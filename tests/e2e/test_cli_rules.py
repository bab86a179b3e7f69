"""Traces of events: rules learnt from logs, hints, and an oracle that says how far it came."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import shop
from frontdoor import Ran, nubbin, refused

pytestmark = pytest.mark.e2e

ORACLE = f"{sys.executable} {Path(shop.__file__)} {{file}}"
FIG_3 = "order=complements-first,direction=forward,granularity=line,cache=prefix"
RUNS = [
    ["open", "add 1", "empty", "empty", "add 2", "add 3", "delete 3", "delete 2", "add 3", "add 2"],
    ["open", "add 4", "add 5", "delete 5", "empty", "add 5", "add 4", "empty"],
]
"""Runs that went well; the first is Fig. 2 of Elyasov et al. 2014."""


def log(words: Sequence[str]) -> bytes:
    """Write the log of a run before the fault came in: with the state after each event."""
    cart: list[object] = []
    lines = [{"event": "init", "state": {"items": 0, "open": False}}]
    for line in shop.written(*words).splitlines():
        event = json.loads(line)
        if event["event"] == "add":
            cart += event["args"]
        elif event["event"] == "delete":
            cart.remove(event["args"][0])
        elif event["event"] == "empty":
            cart.clear()
        lines.append(event | {"state": {"items": len(cart), "open": True}})
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "trace.jsonl").write_bytes(shop.TRACE)
    for number, words in enumerate(RUNS):
        (tmp_path / f"{number}.log").write_bytes(log(words))
    return tmp_path


def learn(folder: Path, *options: str) -> Ran:
    ran = nubbin("rules", "0.log", "1.log", "-o", "rules.jsonl", *options, cwd=folder)
    assert ran.status == 0, ran.stderr
    return ran


def reduced(folder: Path, *options: str, trace: str = "trace.jsonl") -> dict[str, object]:
    """Reduce the trace to what the paper reduces it to; return what was counted."""
    ran = nubbin(
        "reduce", trace, "--oracle", ORACLE, "-o", "out", "--json", "figures", *options, cwd=folder
    )
    assert ran.status == 0, ran.stderr
    assert (folder / "out").read_bytes() == shop.written("open", "empty")
    figures = json.loads((folder / "figures").read_text())
    assert isinstance(figures["oracle"], dict)
    return figures["oracle"]


def test_rules_are_learnt_and_the_trace_is_rewritten_before_it_is_run(folder: Path) -> None:
    ran = learn(folder, "--min-witnesses", "1")
    assert "20 events" in ran.sentences
    rules = [json.loads(line)["rule"] for line in (folder / "rules.jsonl").read_text().splitlines()]
    assert "[add(a); delete(a)] = []" in rules
    assert "[add(a); add(b)] = [add(b); add(a)]" in rules
    figures = reduced(folder, "--rules", "rules.jsonl")
    assert figures["runs"] == 2  # [open, empty] fails; [empty] gets stuck; [open] is known


def test_counts_of_fig_3_come_out_of_real_processes(folder: Path) -> None:
    """R is the last event: what the rules leave when `open` is not part of the states."""
    assert reduced(folder, "--strategy", f"ddmin:{FIG_3}")["runs"] == 9
    assert reduced(folder, "--strategy", f"rddmin:{FIG_3}", "--hint", "8")["runs"] == 5
    learn(folder, "--min-witnesses", "1", "--ignore", "open")
    options = ("--strategy", f"rddmin:{FIG_3}", "--rules", "rules.jsonl", "--jobs", "3")
    assert reduced(folder, *options)["runs"] == 5


def test_a_hint_saves_runs_whatever_the_strategy(either: tuple[str, ...], tmp_path: Path) -> None:
    lines = [f"int v{number}; /* \u00e9\U0001f600 */\n" for number in range(200)]
    (tmp_path / "case.c").write_text("".join(lines))
    runs = []
    for options in ((), ("--hint", "121:122")):
        ran = nubbin(
            *either, "case.c", "--oracle", "grep -q v120 {file} && grep -q v121 {file}",
            "-o", "out.c", "--json", "figures", *options, cwd=tmp_path,
        )  # fmt: skip
        assert ran.status == 0, ran.stderr
        figures = json.loads((tmp_path / "figures").read_text())
        runs.append(figures["oracle"]["runs"])
        assert len((tmp_path / "out.c").read_text().split()) <= 4
    assert runs[1] < runs[0]


def test_logs_that_say_too_little_yield_no_rules_and_advice(folder: Path) -> None:
    ran = nubbin("rules", "0.log", cwd=folder)
    assert (ran.status, ran.stdout) == (0, b"")
    assert "0 rules. Nothing was seen often enough." in ran.sentences


def test_rules_go_to_standard_output_unless_told_otherwise(folder: Path) -> None:
    learn(folder, "--min-witnesses", "1")
    ran = nubbin("rules", "0.log", "1.log", "--min-witnesses", "1", cwd=folder)
    assert ran.stdout == (folder / "rules.jsonl").read_bytes()


@pytest.mark.parametrize(
    "options, complaint",
    [
        (("--hint", "9"), "The hint goes to line 9, but trace.jsonl has 8."),
        (("--hint", "0:2"), "lines count from 1"),
        (("--hint", "2:1"), "the first comes first"),
        (("--hint", "two"), "such as 12 or 12:20"),
        (("--rules", "none"), "There is no file none."),
        (("--rules", "0.log"), "0.log, line 1: its pattern is none of identity, inverse"),
        (("--rules", "odd"), 'odd, line 2: "rule" reads otherwise'),
    ],
)
def test_guesses_that_mean_nothing_are_refused(
    folder: Path, options: tuple[str], complaint: str
) -> None:
    (folder / "odd").write_text(
        '\n{"pattern": "inverse", "events": ["a", "b"], "rule": "[b(a); a(a)] = []"}\n'
    )
    ran = refused("reduce", "trace.jsonl", "--oracle", ORACLE, *options, cwd=folder)
    assert complaint in ran.sentences
    assert not (folder / "trace.reduced.jsonl").exists()


def test_a_text_that_is_no_trace_cannot_be_rewritten(folder: Path) -> None:
    learn(folder, "--min-witnesses", "1")
    (folder / "case.c").write_text("int a;\n")
    ran = refused("reduce", "case.c", "--oracle", "true", "--rules", "rules.jsonl", cwd=folder)
    assert "case.c, line 1: this is not JSON. One event is one line such as" in ran.sentences


@pytest.mark.parametrize(
    "line, complaint",
    [
        ("{", "bad.log, line 1: this is not JSON."),
        ('{"state": {}}', 'there is no "event"'),
        ('{"event": "a"}', 'there is no "state", and without states nothing can be learnt'),
        ('{"event": "a", "args": 1, "state": {}}', '"args" is not a list'),
        ('{"event": "a", "state": 1}', '"state" is not an object'),
    ],
)
def test_logs_that_are_none_are_refused(tmp_path: Path, line: str, complaint: str) -> None:
    (tmp_path / "bad.log").write_text(line + "\n")
    ran = refused("rules", "bad.log", cwd=tmp_path)
    assert complaint in ran.sentences


@pytest.mark.parametrize(
    "options, complaint",
    [
        (("--ignore", "item"), "has a variable 'item'. Did you mean items?"),
        (("-o", "0.log"), "-o would write over 0.log."),
        (("-o", "no/rules"), "there is no folder"),
        (("--confidence", "2"), "--confidence"),
        (("--confidence", "nan"), "it has to be above 0 and at most 1."),
    ],
)
def test_wishes_that_cannot_be_met(folder: Path, options: tuple[str], complaint: str) -> None:
    before = (folder / "0.log").read_bytes()
    ran = refused("rules", "0.log", *options, cwd=folder)
    assert complaint in ran.sentences
    assert (folder / "0.log").read_bytes() == before


def test_an_oracle_whose_answer_means_nothing(folder: Path) -> None:
    oracle = """test -s {file}; echo '{"outcome": "fail", "executed": 1}'"""
    ran = nubbin(
        "reduce", "trace.jsonl", "--oracle", oracle, "--strategy", "rddmin:cache=prefix", cwd=folder
    )
    assert ran.status == 2
    assert "outcome has to be one of interesting, uninteresting, unresolved" in ran.sentences
