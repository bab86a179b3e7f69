"""Names: a definition and its uses go together, whatever alphabet they are written in."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.mentions import occurrences
from nubbin.engine.algorithms.names import names
from nubbin.engine.algorithms.tree_passes import bare
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, tight


@pytest.mark.parametrize("name", ["size", "größe", "$size", "размер", "_1"])
def test_a_name_goes_everywhere_at_once(name: str) -> None:
    text = f"let {name} = 1;\nkeep();\nlet other = {name};\n".encode()
    parsing = Parsing(named("javascript"))

    def oracle(candidate: bytes) -> bool:
        return b"keep" in candidate and candidate.count(name.encode()) in (0, 2)

    context = Context(ask(oracle), parsing)
    found = occurrences(bare(context, text))
    assert len(found[name.encode()]) == 2
    assert b"1" not in found
    assert name.encode() not in names(context.lawful(text), text)


def test_a_definition_goes_as_a_whole_where_another_name_does_for_it() -> None:
    """The name alone could go too (`class`), and then the parameter would be there for nothing."""
    text = b"template <class A, class B> struct S { A a; B b; };"
    wanted = b"template <class A> struct S { A a; A b; };"
    asker = ask(lambda candidate: tight(candidate) in (tight(text), tight(wanted)))
    context = Context(asker, Parsing(named("cpp")))
    assert tight(names(context.lawful(text), text)) == tight(wanted)
