from pathlib import Path

import pytest
from pygls.workspace import TextDocument

from lsp_jobs import TEXT, Listener, order_in
from nubbin.server import delivery
from nubbin.server.saving import as_saved


class Stubborn(Listener):
    """A client that says it has made an edit, and has not."""

    def __init__(self, *, knows_versions: bool) -> None:
        super().__init__()
        self.versions = knows_versions

    @property
    def knows_versions(self) -> bool:
        return self.versions

    def document(self, uri: str) -> TextDocument | None:
        return TextDocument(uri, TEXT)

    async def replace(self, document: TextDocument, text: str, label: str) -> str | None:
        return None


@pytest.mark.parametrize("knows_versions", [True, False])
async def test_an_editor_that_says_it_has_made_an_edit_but_has_not_loses_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, knows_versions: bool
) -> None:
    monkeypatch.setattr(delivery, "_SETTLING", 0.1)
    order, saved = order_in(tmp_path), as_saved(TEXT, TEXT.encode(), "case.c")
    editor = Stubborn(knows_versions=knows_versions)
    place = await delivery.Delivery(editor, order, saved).deliver(b"keep\n")
    assert not place.applied
    assert place.path == tmp_path / "case.reduced.c"
    assert place.path.read_bytes() == b"keep\n"
    assert "but has reported no change. The result is in " in place.note


class Denying(Listener):
    """A client that makes an edit, and says that it has not."""

    def __init__(self) -> None:
        super().__init__()
        self.text = TEXT

    def document(self, uri: str) -> TextDocument | None:
        return TextDocument(uri, self.text)

    async def replace(self, document: TextDocument, text: str, label: str) -> str | None:
        self.text = text
        return "The editor did not apply the edit."


async def test_what_the_document_holds_counts_and_not_the_answer(tmp_path: Path) -> None:
    order, saved = order_in(tmp_path), as_saved(TEXT, TEXT.encode(), "case.c")
    place = await delivery.Delivery(Denying(), order, saved).deliver(b"keep\n")
    assert place.applied
    assert place.path is None
    assert "undo" in place.note
