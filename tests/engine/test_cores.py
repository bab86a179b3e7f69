"""How many processes may be kept busy is what the machine and whoever parted it allow."""

from pathlib import Path

from nubbin.engine.oracles.cores import quota


def test_the_tightest_quota_of_a_control_group_counts(tmp_path: Path) -> None:
    group = tmp_path / "outer" / "inner"
    group.mkdir(parents=True)
    assert quota("/outer/inner", tmp_path) is None
    (group / "cpu.max").write_text("max 100000\n")
    assert quota("/outer/inner", tmp_path) is None
    (group.parent / "cpu.max").write_text("150000 100000\n")
    assert quota("/outer/inner", tmp_path) == 1.5
