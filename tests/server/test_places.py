from pathlib import Path

import pytest

from nubbin.server.places import beside, free_beside


@pytest.mark.parametrize(
    "name,reduced",
    [
        ("a.c", "a.reduced.c"),
        ("a.tar.gz", "a.tar.reduced.gz"),
        ("Makefile", "Makefile.reduced"),
        (".hidden", ".hidden.reduced"),
    ],
)
def test_the_result_stands_beside_the_input(name: str, reduced: str) -> None:
    assert beside(Path("x") / name) == Path("x") / reduced


def test_a_free_place_beside_the_input_has_the_first_free_number(tmp_path: Path) -> None:
    case = tmp_path / "case.c"
    assert free_beside(case) == tmp_path / "case.reduced.c"
    (tmp_path / "case.reduced.c").touch()
    (tmp_path / "case.reduced-2.c").symlink_to("gone")
    assert free_beside(case) == tmp_path / "case.reduced-3.c"
