"""Elyasov et al. 2014, Fig. 2 and §2.2: rules learnt from one log, and trace (1) rewritten.

The log is the paper's, line by line. Its 90 % confidence needs four witnesses or more, and this
log has one of each rule, so one is enough here; the paper does not say how it came by its rules.
"""

import json

import shop
from nubbin.engine.algorithms.rewriting import left_over
from nubbin.engine.algorithms.rules import Rule, encoded, mine, read_rules
from nubbin.engine.trees.event_log import read_log

LOG = [
    ("init", (), 0, 0),
    ("open", (), 0, 1),
    ("add", (1,), 1, 1),
    ("empty", (), 0, 1),
    ("empty", (), 0, 1),
    ("add", (2,), 1, 1),
    ("add", (3,), 2, 1),
    ("delete", (3,), 1, 1),
    ("delete", (2,), 0, 1),
    ("add", (3,), 1, 1),
    ("add", (2,), 2, 1),
]
R1 = Rule("overwrite", ("add", "empty"), 1)
R2 = Rule("inverse", ("add", "delete"), 1)
R3 = Rule("overwrite", ("empty", "empty"), 1)
R4 = Rule("commutation", ("add", "add"), 1)
R5 = Rule("identity", ("open",), 1)
OURS = Rule("overwrite", ("empty", "add"), 1)
"""Learnt beside the paper's, from emptying an empty cart: wrong, as the paper says rules may be."""


def log() -> bytes:
    lines = [
        json.dumps({"event": name, "args": args, "state": {"N": n, "C": c}}) + "\n"
        for name, args, n, c in LOG
    ]
    return "".join(lines).encode()


def learnt(*ignored: str, min_witnesses: int = 1) -> tuple[Rule, ...]:
    entries = read_log(log(), "log", states=True)
    return mine([entries], min_witnesses=min_witnesses, ignored=ignored)


def left_of_trace(*rules: Rule) -> bytes:
    spans = left_over(shop.TRACE, "trace", rules)
    return b"".join(shop.TRACE[start:end] for start, end in spans)


def test_the_log_yields_r1_to_r4() -> None:
    assert set(learnt()) == {R1, R2, R3, R4, OURS}
    assert [str(rule) for rule in (R1, R2, R3, R4)] == [
        "[add(a); empty(b)] = [empty(b)]",
        "[add(a); delete(a)] = []",
        "[empty(a); empty(b)] = [empty(b)]",
        "[add(a); add(b)] = [add(b); add(a)]",
    ]


def test_without_c_in_the_state_the_log_yields_r5_as_well() -> None:
    assert {R1, R2, R3, R4, R5} <= set(learnt("C"))
    assert R5 not in learnt()


def test_trace_1_is_rewritten_to_open_and_empty() -> None:
    assert left_of_trace(R1, R2, R3, R4) == shop.written("open", "empty")
    assert left_of_trace(*learnt()) == shop.written("open", "empty")


def test_with_r5_trace_1_is_rewritten_to_empty() -> None:
    assert left_of_trace(R1, R2, R3, R4, R5) == shop.written("empty")
    assert left_of_trace(*learnt("C")) == shop.written("empty")


def test_what_is_left_is_the_last_empty_as_in_fig_3_b() -> None:
    (span,) = left_over(shop.TRACE, "trace", (R1, R2, R3, R4, R5))
    assert span.end == len(shop.TRACE)


def test_every_rule_of_the_derivation_is_needed() -> None:
    rules = {R1, R2, R3, R4}
    for rule in rules:
        assert left_of_trace(*rules - {rule}) != shop.written("open", "empty")


def test_four_witnesses_are_wanted_by_default() -> None:
    entries = read_log(log(), "log", states=True)
    assert mine([entries] * 3) == ()
    assert {rule.names for rule in mine([entries] * 4) if rule.pattern == "inverse"} == {
        ("add", "delete")
    }


def test_a_tenth_of_the_witnesses_may_speak_against_a_rule() -> None:
    steps = [("noop", 0)] * 10 + [("noop", 1)]
    text = "".join(json.dumps({"event": name, "state": {"n": n}}) + "\n" for name, n in steps)
    entries = read_log(text.encode(), "log", states=True)
    assert Rule("identity", ("noop",), 9, 1) in mine([entries], confidence=0.9)
    assert not any(rule.pattern == "identity" for rule in mine([entries], confidence=0.91))


def test_rules_survive_being_written_and_read() -> None:
    names = {(rule.pattern, rule.names) for rule in learnt()}
    read = read_rules(encoded(learnt()), "rules")
    assert {(rule.pattern, rule.names) for rule in read} == names
