import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.made_cases import write_case

pytestmark = pytest.mark.e2e

RUNNER = Path(__file__).with_name("cases.py")


def run(cases: Path, tools: Path, *options: str) -> subprocess.CompletedProcess[str]:
    words = ["--cases", str(cases), "--tools", str(tools), "--jobs", "1", *options]
    return subprocess.run(
        [sys.executable, RUNNER, *words], capture_output=True, text=True, check=False
    )


def test_a_case_is_reduced_by_both_commands_and_asked_again(tmp_path: Path) -> None:
    text = 'int unused;\nint main(void) { crash("now", 1.5); }\n'
    write_case(tmp_path / "cases" / "grep", text, 'grep -q crash "$1"')
    out = tmp_path / "results.md"
    ended = run(tmp_path / "cases", tmp_path, "--client", "--out", str(out))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert out.read_text() == ended.stdout
    row = [cell.strip() for cell in ended.stdout.splitlines()[-1].split("|")]
    # int unused ; int main ( void ) { crash ( "now" , 1.5 ) ; }: a string is one token
    assert row[2].startswith("17 → ")
    assert row[1] == "grep"
    assert row[7:10] == ["0", "yes", "yes"]


def test_a_case_whose_tool_is_missing_is_skipped_with_the_reason(tmp_path: Path) -> None:
    write_case(tmp_path / "cases" / "absent", "int a;\n", "exit 99")
    write_case(tmp_path / "cases" / "broken", "int a;\n", "exit 7")
    ended = run(tmp_path / "cases", tmp_path)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    absent, broken = ended.stdout.splitlines()[-2:]
    assert "skipped: its tool is not installed" in absent
    assert "skipped: oracle status 7" in broken


def test_oracles_are_told_where_the_tools_are(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "word").write_text("crash")
    oracle = 'grep -q "$(cat "$CASE_TOOLS/word")" "$1"'
    write_case(tmp_path / "cases" / "tool", "int a;\nint crash;\n", oracle)
    ended = run(Path(os.path.relpath(tmp_path / "cases")), Path(os.path.relpath(tools)))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "| yes |" in ended.stdout.splitlines()[-1]


def test_the_best_of_the_peers_is_shown_beside(tmp_path: Path) -> None:
    write_case(tmp_path / "cases" / "absent", "int a;\n", "exit 99")
    peers = tmp_path / "peers.tsv"
    peers.write_text(
        "case\tpeer\ttokens\tchars\truns\n"
        "absent\tlarge\t9\t20\t5\nabsent\tsmall\t3\t7\t42\nother\tx\t1\t1\t1\n"
    )
    ended = run(tmp_path / "cases", tmp_path, "--peers", str(peers))
    assert ended.stdout.splitlines()[-1].endswith("| 3 | 7 | 42 | small |")
