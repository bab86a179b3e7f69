"""Whatever the file is called and whatever it holds, the oracle sees exactly that."""

import subprocess
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from living import collect, opened
from nubbin.engine.oracles.command import Command
from nubbin.engine.oracles.oracle import OracleSpec

NAMES = st.text(
    st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=40
).filter(lambda name: name not in (".", ".."))


@settings(deadline=None, max_examples=30)
@given(name=NAMES)
def test_a_shell_expands_no_name(name: str) -> None:
    command = Command(OracleSpec("printf '%s\\0' {name} x{file}y", Path("/")), name)
    launch = command.launch(Path("/scratch") / name, None)
    said = subprocess.run(launch.argv, env=launch.variables, capture_output=True, check=True).stdout
    given_name = f"./{name}" if name.startswith("-") else name
    assert said.decode() == f"{given_name}\0x/scratch/{name}y\0"


def test_every_text_of_a_batch_arrives_unchanged(tmp_path: Path) -> None:
    with opened(OracleSpec("cat", tmp_path), tmp_path / "case", 2) as pool:

        @settings(deadline=None, max_examples=20)
        @given(texts=st.lists(st.binary(max_size=200), max_size=10))
        def arrive(texts: list[bytes]) -> None:
            expected = {pool.submit(text, 60): text for text in texts}
            verdicts = collect(pool, len(expected))
            assert {ticket: verdict.stdout for ticket, verdict in verdicts.items()} == expected

        arrive()
