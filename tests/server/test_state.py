"""Where nubbin keeps its state for a user who has no home."""

import platformdirs
import pytest

from nubbin.server.state import journals, state_folder


@pytest.mark.parametrize("relative", [False, True])
def test_for_a_user_without_a_home_there_is_a_folder_where_nothing_can_be_written(
    relative: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For such a user, some versions of `platformdirs` say `~`, and some raise an error."""

    def no_home(name: str) -> str:
        if relative:
            return f"~/.local/state/{name}"
        raise RuntimeError("The home folder is unknown.")

    monkeypatch.setattr(platformdirs, "user_state_dir", no_home)
    assert state_folder().is_absolute()
    for folder in (state_folder(), journals()):
        with pytest.raises(NotADirectoryError):
            folder.mkdir(parents=True)
