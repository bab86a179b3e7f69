"""Variables that hold the arguments of an inlined function, ahead of it (floor 3).

With an argument of many tokens in place of each of two mentions of a parameter, the text would
grow. A variable has the argument once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set

from nubbin.engine.configurations.changes import Change
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.call_sites import Call
from nubbin.engine.relations.functions import Function
from nubbin.engine.relations.mentions import is_word
from nubbin.engine.relations.placing import bracketed
from nubbin.engine.relations.substitution import Rows, free_words, source, weight
from nubbin.engine.rewrites.openings import opened, opening_of
from nubbin.engine.trees.tree import Tree


def with_variables(
    configuration: Configuration,
    function: Function,
    call: Call,
    given: Mapping[bytes, Rows],
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a function in place of its only call, with variables.

    A parameter becomes a variable if the body mentions it twice or more, and if its argument has
    more than one token; so does what the function is called on. In place of the other parameters,
    their arguments are put. Nothing is yielded unless the text gets fewer tokens.

    Args:
        configuration: of the text.
        function: what is called.
        call: its only call.
        given: for each parameter the argument.
    """
    tree, declared = configuration.tree, _declared(configuration.tree, function)
    if declared is None or not declared.keys() <= given.keys():
        return
    words = free_words(tree, Rows.of(tree, function.body))
    repeated = {word for word, times in Counter(words.values()).items() if times > 1}
    kept = {
        word: parameter
        for word, parameter in declared.items()
        if word in repeated and weight(tree, given[word]) > 1
    }
    held = _held(tree, function, call, given, repeated)
    variables = {word: _without_default(tree, kept[word], word) for word in kept}
    variables |= {word: source(tree, name) for word, name in held.items()}
    if not variables or any(given[word].several for word in kept):
        return
    substitution = {
        leaf: held[word] if word in held else bracketed(configuration, leaf, given[word])
        for leaf, word in words.items()
        if word in given and word not in kept
    }
    sets = [name + b" = " + source(tree, given[word]) for word, name in variables.items()]
    opening = opening_of(tree, function.body, substitution, sets)
    parts = () if function.part == call.place else (function.part,)
    assigned = sum(map(tree.weight, kept.values())) + len(held)
    assigned += sum(weight(tree, given[word]) + 2 for word in variables)
    rest = sum(each.tokens(tree) for each in (opening.before, opening.result) if each)
    if assigned + rest < sum(map(tree.weight, (*parts, call.place))):
        yield from opened(configuration, parts, call.place, opening)


def _declared(tree: Tree, function: Function) -> dict[bytes, int] | None:
    """Return the declaration of each parameter that the body mentions.

    None if the function has no list of parameters, or if it is not known which is which there.
    """
    group, parameters = function.group, function.parameters
    if group is None:
        return None
    members = [group] if tree.is_leaf(group) else [*tree.named_children(group)]
    if len(members) != len(parameters):
        return None
    return {word: member for member, word in zip(members, parameters, strict=True) if word}


def _held(
    tree: Tree,
    function: Function,
    call: Call,
    given: Mapping[bytes, Rows],
    repeated: Set[bytes],
) -> dict[bytes, Rows]:
    """Return a name for a variable that holds what a function is called on, if that is worth one.

    The key is the function's own word for it. The variable gets the name of the function, which is
    free, as the function is removed.
    """
    receiver = call.receiver
    if call.group is None or receiver is None or weight(tree, receiver) == 1:
        return {}
    name = call.group - 1
    if not is_word(tree.source(name)):
        return {}
    own = (word for word in given if word in repeated and word not in function.parameters)
    return {word: Rows(name, name + 1) for word in own if given[word] == receiver}


def _without_default(tree: Tree, parameter: int, word: bytes) -> bytes:
    """Return the declaration of a parameter with its type; if it has a default, only its name."""
    declared = tree.source(parameter)
    return word if b"=" in declared else declared
