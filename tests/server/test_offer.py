import pytest

from nubbin.server.offer import REDUCE_KIND, SOURCE_KIND, Offer, offers
from nubbin.server.positions import Extent
from nubbin.server.work_words import REDUCING


def titles(oracles: list[str], extent: Extent = Extent.CURSOR) -> list[str]:
    return [offer.title for offer in offers(oracles, None, extent)]


def test_one_oracle_needs_no_name() -> None:
    assert titles(["gcc ICE"]) == ["Reduce test case"]


def test_of_several_each_is_offered_by_name() -> None:
    assert titles(["a", "b"]) == ["Reduce test case (a)", "Reduce test case (b)"]


def test_a_title_takes_one_line() -> None:
    assert titles(["a\nb", "c"])[0] == r"Reduce test case (a\nb)"


def test_a_selection_is_offered_first_if_it_is_no_part_of_a_line() -> None:
    whole, *selection = titles(["a"], Extent.LINE)
    assert (whole, selection) == (
        "Reduce test case",
        ["Reduce selection", "Reduce around selection"],
    )
    assert titles(["a"], Extent.LINES) == [*selection, whole]


def test_what_is_being_reduced_can_be_stopped_and_that_is_offered_first() -> None:
    stop, *rest = offers(["a"], None, Extent.CURSOR, REDUCING)
    assert stop == Offer("Stop reducing, keep the best so far", REDUCE_KIND, "nubbin.cancel")
    assert rest == offers(["a"], None, Extent.CURSOR)


def test_a_source_action_never_stops_anything() -> None:
    assert offers(["a"], [SOURCE_KIND], Extent.CURSOR, REDUCING) == offers(
        ["a"], [SOURCE_KIND], Extent.CURSOR
    )


def test_without_an_oracle_its_set_up_is_offered() -> None:
    [offer] = offers([], None, Extent.LINES)
    assert offer == Offer("Reduce test case… (set up an oracle)", REDUCE_KIND, "nubbin.setUp")


@pytest.mark.parametrize(
    "only, kind",
    [
        (None, REDUCE_KIND),
        ([], REDUCE_KIND),
        ([""], REDUCE_KIND),
        (["refactor"], REDUCE_KIND),
        (["refactor.rewrite"], REDUCE_KIND),
        (["refactor.rewrite.reduce"], REDUCE_KIND),
        (["quickfix", "refactor"], REDUCE_KIND),
        (["source.reduce.nubbin"], SOURCE_KIND),
        (["source"], None),
        (["source.reduce"], None),
        (["source.fixAll"], None),
        (["refactor.rewrite.reducer"], None),
        (["refactor.re"], None),
        (["quickfix"], None),
    ],
)
def test_only_the_kinds_asked_for_are_offered(only: list[str] | None, kind: str | None) -> None:
    assert [offer.kind for offer in offers(["a"], only, Extent.CURSOR)] == [kind] * bool(kind)
