from nubbin.engine.asking.fresh import Fresh
from nubbin.engine.asking.refusals import Refused
from nubbin.engine.schedule import A_WHILE, FOR_GOOD
from nubbin.engine.vocabulary.candidate import Candidate
from oracles import Noted, ask

TEXT = b"int alpha; int beta; int gamma; int delta;"


def without(word: bytes, text: bytes = TEXT) -> Candidate[None]:
    return Candidate(None, text.replace(b"int " + word + b"; ", b"", 1))


def test_what_a_pass_refused_is_not_asked_by_the_next() -> None:
    oracle = Noted()
    refused = Refused()
    asker = ask(oracle)
    words = [without(b"alpha"), without(b"beta"), without(b"gamma")]
    assert Fresh(asker, refused, TEXT).window(words) == [False] * 3
    refused.begin(FOR_GOOD)
    asker = ask(oracle)  # it has no cache of what the other was asked
    assert Fresh(asker, refused, TEXT).window(words) == [False] * 3
    assert len(oracle.asked) == 3


def test_what_stands_between_others_now_is_asked_again() -> None:
    """`beta` was refused between `alpha` and `gamma`; without both it is another question."""
    refused = Refused()
    Fresh(ask(lambda text: False), refused, TEXT).window([without(b"beta")])
    refused.begin(FOR_GOOD)
    for gone, asked in [([b"alpha"], False), ([b"gamma"], False), ([b"alpha", b"gamma"], True)]:
        text = TEXT
        for name in gone:
            text = without(name, text).text
        holding = Fresh(ask(lambda text: True), refused, text)
        assert holding.window([without(b"beta", text)]) == [asked]


def test_white_space_around_a_change_does_not_make_it_new() -> None:
    refused = Refused()
    Fresh(ask(lambda text: False), refused, TEXT).window([without(b"beta")])
    refused.begin(FOR_GOOD)
    text = TEXT.replace(b"; ", b";\n ")
    candidate = Candidate(None, text.replace(b"int beta;\n ", b"", 1))
    holding = Fresh(ask(lambda text: True), refused, text)
    assert holding.window([candidate]) == [False]


def test_signs_around_a_change_do_not_make_it_new_those_in_it_do() -> None:
    text, refused = b"f(alpha, beta, gamma);", Refused()
    Fresh(ask(lambda text: False), refused, text).window(
        [Candidate(None, b"f(alpha, gamma);"), Candidate(None, b"f(alpha, (beta), gamma);")]
    )
    refused.begin(FOR_GOOD)
    text = b"f(alpha beta, gamma)"
    changed = [b"f(alpha gamma)", b"f(alpha (beta), gamma)", b"f(alpha [beta], gamma)"]
    holding = Fresh(ask(lambda text: True), refused, text)
    assert holding.window([Candidate(None, each) for each in changed]) == [False, False, True]


def test_lines_that_are_joined_are_another_change() -> None:
    text, refused = b"alpha\nbeta\ngamma\n", Refused()
    Fresh(ask(lambda text: False), refused, text).window([Candidate(None, b"alpha\ngamma\n")])
    refused.begin(FOR_GOOD)
    changed = [b"alpha gamma\n", b"alpha\ngamma\n"]
    holding = Fresh(ask(lambda text: True), refused, text)
    assert holding.window([Candidate(None, each) for each in changed]) == [True, False]


def test_changes_of_white_space_are_told_apart() -> None:
    text, refused = b"\n\n  alpha   \n", Refused()
    Fresh(ask(lambda text: False), refused, text).window([Candidate(None, b"alpha")])
    refused.begin(FOR_GOOD)
    holding = Fresh(ask(lambda text: True), refused, text)
    changed = [b"alpha   \n", b"alpha", b"\n\n  alpha"]
    assert holding.window([Candidate(None, each) for each in changed]) == [True, False, True]


def test_what_was_refused_in_a_larger_text_is_asked_where_all_is_asked() -> None:
    for more, asked in [(b"", False), (b"int epsilon; int zeta; int eta;", True)]:
        refused, larger = Refused(), TEXT + more
        Fresh(ask(lambda text: False), refused, larger).window([without(b"beta", larger)])
        refused.begin(A_WHILE)
        everything = Fresh(ask(lambda text: True), refused, TEXT)
        assert everything.window([without(b"beta")]) == [asked]


def test_shorter_names_and_less_layout_make_a_text_no_smaller() -> None:
    refused, long = Refused(), TEXT.replace(b"delta", 40 * b"delta") + 40 * b"\n"
    Fresh(ask(lambda text: False), refused, long).window([without(b"beta", long)])
    refused.begin(A_WHILE)
    everything = Fresh(ask(lambda text: True), refused, TEXT)
    assert everything.window([without(b"beta")]) == [False]


def test_what_was_refused_last_in_a_smaller_text_was_refused_in_that() -> None:
    refused, larger = Refused(), TEXT + b"int epsilon; int zeta; int eta;"
    for text in (larger, TEXT):
        Fresh(ask(lambda text: False), refused, text).window([without(b"beta", text)])
        refused.begin(A_WHILE)
    everything = Fresh(ask(lambda text: True), refused, TEXT)
    assert everything.window([without(b"beta")]) == [False]


def test_one_after_the_other_what_was_refused_is_asked_and_what_is_found_is_gone_on_from() -> None:
    refused = Refused()
    Fresh(ask(lambda text: False), refused, TEXT).window([without(b"beta"), without(b"gamma")])
    refused.begin(FOR_GOOD)
    fresh = Fresh(ask(lambda text: True), refused, TEXT)
    found = without(b"beta")
    assert fresh.first([found]) == found
    again, with_beta = without(b"gamma", found.text), without(b"gamma")
    assert fresh.window([again, with_beta]) == [False, True]


def test_within_one_pass_alike_changes_are_all_asked() -> None:
    text = b"f(1); f(1); f(1); f(1); "
    oracle = Noted()
    fresh = Fresh(ask(oracle), Refused(), text)
    fresh.window([Candidate(None, b"f(1); f(1); f(1); ")])
    fresh.window([Candidate(None, b"f(1); f(1); ")])
    assert len(oracle.asked) == 2
