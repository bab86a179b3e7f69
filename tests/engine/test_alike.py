"""Of texts that are alike one is asked about, and answers for all."""

from functools import partial

import pytest

from inline_pool import InlinePool
from nubbin.engine.asking.alike import NOTHING, Alike
from nubbin.engine.asking.questioner import Proposals, Questioner
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import NoCache
from nubbin.engine.vocabulary.candidate import Candidate

TEXT = b"int one;\n\nint two;\n"
candidate = partial(Candidate, None)


def alike(
    asked: list[bytes],
    holds: bool,
    text: bytes = TEXT,
    *,
    by_indents: bool = False,
    loosely: bool = False,
    refused: set[bytes] | None = None,
) -> Alike:
    """Return an asker over an oracle that always says the same, and what it was asked."""

    def oracle(text: bytes) -> bool:
        asked.append(text)
        return holds

    questioner = Questioner(InlinePool(oracle), NoCache(), Budget())
    known = {*NOTHING} if refused is None else refused
    return Alike(questioner, known, text, by_indents=by_indents, loosely=loosely)


@pytest.mark.parametrize("holds", [True, False])
def test_of_a_window_the_first_is_asked_about(holds: bool) -> None:
    asked: list[bytes] = []
    asker = alike(asked, holds)
    some = [candidate(text) for text in (b"int one;", b"int two;", b"int one;\n", b"int\tone;")]
    assert asker.window(some) == [holds] * 4
    assert asked == [b"int one;", b"int two;"]


def test_what_is_alike_a_refused_text_is_put_off_whatever_came_between() -> None:
    asked: list[bytes] = []
    asker = alike(asked, holds=False)
    assert asker.window([candidate(b"int one;")]) == [False]
    asker.rebase(b"int one; int two;")
    again = candidate(b"int one;\n")
    assert not asker.costs(again)
    assert asker.window([again]) == [False]
    assert asker.on_top(Proposals(again.text, [], known=False)) is None
    assert asker.first([again]) is None
    assert asked == [b"int one;"]


def test_what_held_before_is_asked_about_again() -> None:
    """It may be what a result is to be made of."""
    asked: list[bytes] = []
    asker = alike(asked, holds=True)
    for text in (b"int one;", b"int one;\n"):
        assert asker.window([candidate(text)]) == [True]
    assert asked == [b"int one;", b"int one;\n"]


def test_white_space_alone_is_asked_about_each_in_its_way() -> None:
    asked: list[bytes] = []
    asker = alike(asked, holds=False)
    layouts = [TEXT.replace(b"\n\n", b"\n"), TEXT.replace(b" ", b"\t"), TEXT.strip()]
    assert asker.window(map(candidate, layouts)) == [False] * 3
    assert asked == layouts


def test_a_text_of_white_space_is_the_empty_one() -> None:
    asked: list[bytes] = []
    assert alike(asked, holds=True).window([candidate(b" \n\n")]) == [False]
    assert not asked


@pytest.mark.parametrize(
    "other, same",
    [
        (b"if a:\n\n    b\n", True),
        (b"if a :\n    b", True),
        (b"if a:\n  b", False),
        (b"if a: b", False),
    ],
)
def test_where_indentation_is_syntax_it_tells_texts_apart(other: bytes, same: bool) -> None:
    asked: list[bytes] = []
    text = b"if a:\n    b\nelse:\n    c\n"
    asker = alike(asked, holds=True, text=text, by_indents=True)
    asker.window([candidate(b"if a:\n    b\n"), candidate(other)])
    assert len(asked) == (1 if same else 2)


def test_texts_that_are_alike_are_one_question() -> None:
    asker = alike([], holds=True)
    assert asker.question(b"int one;") == asker.question(b" int  one;\n")
    assert asker.question(b"int one;") != asker.question(b"int two;")
    assert asker.question(TEXT) != asker.question(TEXT.strip())


def test_other_separators_and_brackets_are_put_off_not_dropped() -> None:
    asked: list[bytes] = []
    refused: set[bytes] = set()
    some = [candidate(text) for text in (b"f(one);", b"f one;", b"f(one)", b"f(-one)")]
    text = b"f(one, two);"
    what_is_new = alike(asked, holds=False, text=text, loosely=True, refused=refused)
    assert what_is_new.window(some) == [False] * 4
    assert asked == [b"f(one);", b"f(-one)"]
    asked.clear()
    all_of_it = alike(asked, holds=True, text=text, loosely=False, refused=refused)
    assert all_of_it.window(some) == [False, True, True, False]
    assert asked == [b"f one;", b"f(one)"]


def test_signs_of_the_text_at_hand_are_asked_about_each_by_itself() -> None:
    asked: list[bytes] = []
    signs = [b"f (one, two);", b"f one, two;", b"f(one two);", b"f(one, two)"]
    asker = alike(asked, holds=False, text=b"f(one, two);", loosely=True)
    assert asker.window(map(candidate, signs)) == [False] * 4
    assert asked == signs


def test_a_call_of_nothing_is_no_mention() -> None:
    asked: list[bytes] = []
    calls = [b"g; f;", b"g; f( );", b"g; (f);"]
    asker = alike(asked, holds=False, text=b"g; f(1);", loosely=True)
    assert asker.window(map(candidate, calls)) == [False] * 3
    assert asked == [b"g; f;", b"g; f( );"]
