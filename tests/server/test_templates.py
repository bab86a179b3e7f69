import os
from pathlib import Path, PurePath

import pytest

from nubbin.server.settings import load
from nubbin.server.templates import BY_SUFFIX, OWN, Template, oracle_table, templates_for

NAMES = [
    "fresh.py",
    "sub/fresh.py",
    "with space.c",
    'a"b\\c.c',
    "*.c",
    "a[1]?.c",
    "a{b}.c",
    "!a.c",
    "new\nline.c",
    "☃😀.c",
    "no-suffix",
    os.fsdecode(b"latin\xe9\x7f.c"),
]


def completed(template: Template, name: str) -> str:
    return oracle_table(template, PurePath(name)).replace(template.placeholder, "mine")


def every_template() -> list[tuple[str, Template]]:
    return [
        (suffix, template)
        for suffix in (*BY_SUFFIX, ".zzz", "")
        for template in templates_for(Path(f"a{suffix}"))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_oracle_is_for_the_file_it_was_set_up_for_and_no_other_name(
    tmp_path: Path, name: str
) -> None:
    table = completed(OWN, name)
    (tmp_path / "nubbin.toml").write_text(table, encoding="utf-8")
    settings = load(tmp_path)
    assert settings.problems == ()
    assert len(settings.oracles_for(tmp_path / name)) == 1
    for other in {"other.py", "x.c", "sub/a1x.c", *NAMES} - {name}:
        if name != "fresh.py" or other != "sub/fresh.py":
            assert settings.oracles_for(tmp_path / other) == (), other


def test_two_files_may_have_oracles_of_the_same_template(tmp_path: Path) -> None:
    template = templates_for(Path("one.js"))[0]
    tables = [completed(template, name) for name in ("one.js", "two.js")]
    (tmp_path / "nubbin.toml").write_text("\n".join(tables))
    settings = load(tmp_path)
    assert settings.problems == ()
    assert [len(settings.oracles_for(tmp_path / name)) for name in ("one.js", "two.js")] == [1, 1]


def test_every_template_makes_settings_without_mistakes_once_it_is_completed(
    tmp_path: Path,
) -> None:
    for suffix, template in every_template():
        (tmp_path / "nubbin.toml").write_text(completed(template, f"a{suffix}"), encoding="utf-8")
        assert load(tmp_path).problems == ()


def test_every_template_is_refused_at_its_line_as_long_as_it_is_not_completed(
    tmp_path: Path,
) -> None:
    for suffix, template in every_template():
        table = oracle_table(template, PurePath(f"a{suffix}"))
        (tmp_path / "nubbin.toml").write_text(table, encoding="utf-8")
        settings = load(tmp_path)
        [problem] = settings.problems
        assert problem.line == 1 + table[: table.index(template.placeholder)].count("\n")
        assert "is not complete: write" in problem.message
        assert settings.oracles == ()


def test_the_hint_stands_above_the_line_it_speaks_of() -> None:
    for suffix, template in every_template():
        lines = oracle_table(template, PurePath(f"a{suffix}")).splitlines()
        [place] = [number for number, line in enumerate(lines) if template.placeholder in line]
        assert lines[place - 1].startswith("#")
        assert any("Interesting while" in line for line in lines[place - 3 : place])
        assert all(len(line) < 80 for line in lines)
