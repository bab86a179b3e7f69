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
    assert "no change, so nobody knows whether the document holds it. The result is in " in (
        place.note
    )


class Obliging(Listener):
    """A client that makes every edit.

    Args:
        answer: what it says of that.
    """

    def __init__(self, answer: str | None) -> None:
        super().__init__()
        self.text = TEXT
        self.answer = answer

    def document(self, uri: str) -> TextDocument | None:
        return TextDocument(uri, self.text)

    async def replace(self, document: TextDocument, text: str, label: str) -> str | None:
        self.text = text
        return self.answer


async def test_what_the_document_holds_counts_and_not_the_answer(tmp_path: Path) -> None:
    order, saved = order_in(tmp_path), as_saved(TEXT, TEXT.encode(), "case.c")
    denying = Obliging("The editor did not apply the edit.")
    place = await delivery.Delivery(denying, order, saved).deliver(b"keep\n")
    assert place.applied
    assert place.path is None
    assert "undo" in place.note


async def test_a_result_that_is_the_input_takes_the_place_of_what_the_document_was_shown(
    tmp_path: Path,
) -> None:
    """As if nothing smaller held when it was asked about once more."""
    order, saved = order_in(tmp_path), as_saved(TEXT, TEXT.encode(), "case.c")
    editor = Obliging(None)
    bringing = delivery.Delivery(editor, order, saved)
    assert await bringing.apply(b"keep\n") is None
    assert editor.text == "keep\n"
    place = await bringing.deliver(TEXT.encode())
    assert editor.text == TEXT
    assert place.applied


class Indenting(Obliging):
    """A client that knows versions, and indents whatever it inserts, as Qt Creator does."""

    knows_versions = True

    async def replace(self, document: TextDocument, text: str, label: str) -> str | None:
        self.text = f"  {text}"
        return None


async def test_an_editor_that_makes_another_edit_than_was_asked_for_loses_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "_SETTLING", 0.1)
    order, saved = order_in(tmp_path), as_saved(TEXT, TEXT.encode(), "case.c")
    place = await delivery.Delivery(Indenting(None), order, saved).deliver(b"keep\n")
    assert (place.applied, place.path) == (False, tmp_path / "case.reduced.c")
