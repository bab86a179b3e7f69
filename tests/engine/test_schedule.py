from dataclasses import replace

from nubbin.engine.schedule import A_WHILE, FOR_GOOD, NOT_AT_ALL, Schedule
from nubbin.engine.strategies import BALANCED
from nubbin.engine.strategy import Phase, Step, Strategy


def run(strategy: Strategy, makes: dict[str, list[bytes]], text: bytes) -> list[str]:
    """Play a schedule; each step turns the best text into the next one of its list, if any."""
    made = []
    best = [text]
    for step, lasting in Schedule(strategy, lambda: best[0]):
        made.append(step.name + "*" * (lasting != FOR_GOOD))
        if makes.get(step.name):
            best[0] = makes[step.name].pop(0)
        assert len(made) < 50
    return made


def steps(*names: str) -> tuple[Step, ...]:
    return tuple(
        Step(
            name.strip("1<!"),
            lambda context, text: text,
            Phase.FIRST if "1" in name else Phase.LATE if "<" in name else Phase.MAIN,
            eager="!" in name,
        )
        for name in names
    )


def test_a_joint_fixed_point_asks_about_all_in_the_very_text_that_is_left() -> None:
    made = run(Strategy(steps("a", "b"), joint=True), {"a": [b"xx", b"x"]}, b"xxx")
    assert made == ["a", "b", "a", "b", "a", "b*", "a*"]


def test_what_was_refused_before_is_asked_only_when_nothing_new_is_found() -> None:
    made = run(Strategy(steps("a", "b"), joint=True), {"b": [b"x"]}, b"xxx")
    assert made == ["a", "b", "a", "b", "a*", "b*"]


def test_a_step_for_the_end_waits_until_the_others_find_nothing() -> None:
    made = run(Strategy(steps("a", "z<"), joint=True), {"a": [b"xx"], "z": [b"x"]}, b"xxx")
    assert made == ["a", "a", "z", "a", "z", "a*", "z*"]


def test_a_step_that_is_made_once_is_not_made_again() -> None:
    made = run(Strategy(steps("1a", "b"), joint=True), {"a": [b"xx"], "b": [b"x"]}, b"xxx")
    assert made == ["a", "b", "b", "b*"]


def test_a_step_that_is_made_once_is_made_again_when_half_of_a_large_text_has_gone() -> None:
    for left, made in ((149, "ab"), (150, ""), (120, "")):
        makes = {"c": [b"x " * left]}
        first = run(Strategy(steps("1a", "1b", "c"), joint=True), makes, b"x " * 300)
        assert "".join(first) == "abc" + made + "cc*"


def test_an_eager_step_is_made_again_at_once_while_it_takes_much() -> None:
    makes = {"a": [b"x" * 70, b"x" * 50, b"x" * 40]}
    made = run(Strategy(steps("a!", "b"), joint=True), makes, b"x" * 100)
    assert made == ["a", "a", "a", "b", "a", "b*", "a*"]


def test_an_eager_step_that_only_prepares_is_over_once_it_takes_little() -> None:
    makes = {"a": [b"x" * 70, b"x" * 60]}
    made = run(Strategy(steps("1a!", "b"), joint=True), makes, b"x" * 100)
    assert made == ["a", "a", "b", "b*"]


def test_in_turn_an_eager_step_does_not_ask_again_what_it_was_refused() -> None:
    makes = {"a": [b"x" * 70, b"x" * 60]}
    made = run(Strategy(steps("a!", "b")), makes, b"x" * 100)
    assert made == ["a", "a", "b*"]


def test_nothing_is_made_of_nothing() -> None:
    assert run(Strategy(steps("a", "b"), joint=True), {"a": [b""]}, b"xxx") == ["a"]


def test_without_a_joint_fixed_point_steps_come_in_turn_and_ask_about_all() -> None:
    strategy = Strategy((*steps("a"), Step("b", lambda context, text: text, repeated=True)))
    assert run(strategy, {"b": [b"xx", b"x"]}, b"xxx") == ["a*", "b*", "b*", "b*"]


def test_what_comes_next_is_what_would_come_if_the_step_at_hand_changed_nothing() -> None:
    strategy = Strategy(steps("1a", "b", "z<", "c"), joint=True)
    schedule = Schedule(strategy, lambda: b"x")
    foreseen, made = [], []
    for step, lasting in schedule:
        made.append((step.name, lasting))
        foreseen.append([later.name for later in schedule.ahead(b"x")])
    assert made == [
        *((name, FOR_GOOD) for name in ("a", "b", "c", "z")),
        *((name, A_WHILE) for name in ("c", "b", "z")),
    ]
    assert foreseen[1:] == [["c", "z"], ["z"], [], ["b", "z"], ["z"], []]


def test_after_a_change_all_steps_come_next_but_the_one_at_hand() -> None:
    schedule = Schedule(Strategy(steps("a", "b", "c"), joint=True), lambda: b"xx")
    drawn = iter(schedule)
    next(drawn)
    next(drawn)
    assert [step.name for step in schedule.ahead(b"x")] == ["c", "a"]


def test_in_the_end_a_step_that_asks_anew_asks_about_all_that_was_ever_refused() -> None:
    first, last = steps("a", "z<")
    strategy = Strategy((first, replace(last, anew=True)), joint=True)
    made = [(step.name, lasting) for step, lasting in Schedule(strategy, lambda: b"x")]
    assert made == [("a", FOR_GOOD), ("z", FOR_GOOD), ("a", A_WHILE), ("z", NOT_AT_ALL)]


def test_what_comes_after_all_others_asks_anew() -> None:
    for strategy in (BALANCED.renaming(), BALANCED.squeezing()):
        assert [step.anew for step in strategy.steps if step.phase is Phase.FINAL] == [True]
