"""Compile the grammar tables that ship with nubbin; developers run this, users never do.

    python -m nubbin.engine.trees.grammars.compile [LANGUAGE…]

It needs npm. It fetches the packages named in `hand.toml` (and runs none of their scripts),
compiles each grammar.json with what `hand.toml` adds into `tables/LANGUAGE.json`, and writes the
licences of the packages to `NOTICE`. The result depends on `hand.toml` alone, so run it whenever
that file, or the version of a grammar's wheel, has changed.
"""

import json
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nubbin.engine.trees.grammars._automata import Automaton, automata
from nubbin.engine.trees.grammars._rules import Grammar, alias_kind
from nubbin.engine.trees.grammars._shortest import Shortest

HERE = Path(__file__).parent
_DIGITS = tuple("0123456789")
_SOURCE = re.compile(r"((?:@[^/]+/)?[^/]+)/?(.*)")
"""An npm package, which may be in a scope, and a folder in it."""


def fetch(package: str, into: Path) -> Path:
    """Unpack an npm package, written `name@version`, below `into` and return its folder."""
    folder = into / package.replace("/", "-")
    if not folder.exists():
        folder.mkdir()
        subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True)
        (archive,) = folder.glob("*.tgz")
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")
    return folder / "package"


def compiled(language: str, grammar_json: str, hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table of one language as plain JSON values; see `GrammarTable`."""
    grammar = Grammar(grammar_json)
    machines = _reachable(grammar, automata(grammar))
    kinds = sorted(machines)
    extras = [rule["name"] for rule in grammar.extras if rule.get("name") in machines]
    own = _own_texts(grammar, kinds, hand)
    fillers = _fillers(kinds, own, hand["prefer"], {*extras, *hand.get("never", [])})
    ids = {kind: number for number, kind in enumerate(kinds)}
    sets: dict[tuple[int, ...], int] = {}
    encoded: dict[str, int] = {}
    of = [encoded.setdefault(_encoded(machines[kind], ids, sets), len(encoded)) for kind in kinds]
    return {
        "language": language,
        "source": hand["source"],
        "kinds": kinds,
        "extras": [ids[kind] for kind in extras],
        "texts": [own.get(kind) for kind in kinds],
        "phi": _phi(machines, own, fillers, grammar.start, extras),
        "labels": {
            label: sorted(ids[kind] for kind in members & ids.keys())
            for label, members in sorted(grammar.labels().items())
        },
        "firm": [
            [ids[parent], ids[kind]]
            for parent, firm in hand.get("firm", {}).items()
            for kind in firm
        ],
        "full": [ids[kind] for kind in hand.get("full", [])],
        "diverging": hand.get("diverging"),
        "notes": hand.get("notes", []),
        "fillers": [ids[kind] for kind in fillers],
        "sets": [list(members) for members in sets],
        "automata": [json.loads(text) for text in encoded],
        "of": of,
    }


def _reachable(grammar: Grammar, machines: dict[str, Automaton]) -> dict[str, Automaton]:
    """Return the automata of the kinds that can occur in a tree."""
    extras = [rule["name"] for rule in grammar.extras if rule.get("name") in machines]
    todo = [grammar.start, *extras]
    found = set(todo)
    while todo:
        for row in machines[todo.pop()].rows:
            for kind in row:
                if kind not in found:
                    found.add(kind)
                    todo.append(kind)
    return {kind: machines[kind] for kind in found}


def _own_texts(grammar: Grammar, kinds: list[str], hand: Mapping[str, Any]) -> dict[str, str]:
    """Return the shortest text of each kind whose shortest text is known."""
    given: dict[str, str] = hand.get("texts", {})
    shortest = Shortest(grammar, given, hand.get("apart", False))
    found: dict[str, str] = {}
    for kind in kinds:
        if kind.startswith("'"):
            found[kind] = kind[1:]
        elif kind in shortest.rules:
            found[kind] = shortest.rules[kind].text
    for alias in grammar.aliases():
        kind, text = alias_kind(alias), shortest.of(alias["content"])
        if text is None or kind in shortest.rules:
            continue  # a rule of that name is the better example of its kind
        if kind not in found or len(text.text) < len(found[kind]):
            found[kind] = text.text
    return {kind: text for kind, text in found.items() if kind not in hand["unknown"]}


def _fillers(
    kinds: list[str], own: dict[str, str], prefer: list[str], never: set[str]
) -> list[str]:
    """Return the kinds that can fill a place, the best ones first.

    They are the named kinds, and the tokens that `prefer` names, without directives and kinds whose
    text has a line break, as these need lines of their own.
    """
    named = [
        kind
        for kind in kinds
        if (text := own.get(kind, "").strip())
        and kind not in never
        and (kind in prefer or not kind.startswith("'"))
        and "\n" not in text
        and not text.startswith("#")
    ]
    rank = {kind: number for number, kind in enumerate(prefer)}
    return sorted(named, key=lambda kind: (rank.get(kind, len(rank)), len(own[kind]), kind))


def _phi(
    machines: dict[str, Automaton],
    own: dict[str, str],
    fillers: list[str],
    start: str,
    extras: list[str],
) -> list[str | None]:
    """Return Φ for each kind: the best text that fits wherever a node of the kind does.

    A filler fits if every automaton accepts it wherever it accepts the kind, and then accepts
    whatever could have followed. A number does not fit where a dot may follow: `0.a` begins with
    another number. Φ of what may stand anywhere is empty, as it can be removed anywhere.
    """
    places: dict[str, dict[tuple[str, int], int]] = defaultdict(dict)
    dotted: set[str] = set()
    for parent, machine in machines.items():
        for state, row in enumerate(machine.rows):
            for kind, target in row.items():
                places[kind][parent, state] = target
                if any(after.startswith("'.") for after in machine.rows[target]):
                    dotted.add(kind)
    wider = {parent: _inclusions(machine) for parent, machine in machines.items()}

    def fits(filler: str, kind: str) -> bool:
        if own[filler].endswith(_DIGITS) and kind in dotted:
            return False
        there = places[filler]
        return all(
            place in there and (target, there[place]) in wider[place[0]]
            for place, target in places[kind].items()
        )

    found = {kind: own.get(kind) for kind in sorted(machines)}
    for kind, text in found.items():
        if kind in extras:
            found[kind] = ""
        elif text is not None and kind != start and not kind.startswith("'"):
            better = (filler for filler in fillers if filler == kind or fits(filler, kind))
            found[kind] = own[next(better, kind)]
    return list(found.values())


def _inclusions(machine: Automaton) -> set[tuple[int, int]]:
    """Return the pairs of states (p, q) where q accepts every continuation that p accepts."""
    states = range(len(machine.rows))
    pairs = {
        (p, q)
        for p in states
        for q in states
        if (p not in machine.accepting or q in machine.accepting)
        and machine.rows[p].keys() <= machine.rows[q].keys()
    }
    while True:
        wrong = {
            (p, q)
            for p, q in pairs
            if any(
                (target, machine.rows[q][kind]) not in pairs
                for kind, target in machine.rows[p].items()
            )
        }
        if not wrong:
            return pairs
        pairs -= wrong


def _encoded(machine: Automaton, ids: dict[str, int], sets: dict[tuple[int, ...], int]) -> str:
    """Return an automaton as JSON, with kinds that it treats alike in one column."""
    alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for kind in sorted({kind for row in machine.rows for kind in row}):
        alike[tuple(row.get(kind, -1) for row in machine.rows)].append(ids[kind])
    columns = [sets.setdefault(tuple(sorted(members)), len(sets)) for members in alike.values()]
    rows = [[column[state] for column in alike] for state in range(len(machine.rows))]
    return json.dumps({"columns": columns, "rows": rows, "accepting": sorted(machine.accepting)})


def main(wanted: list[str]) -> None:
    """Write the tables of the wanted languages, or of all if none is named, and the notice."""
    hand = tomllib.loads((HERE / "hand.toml").read_text("utf-8"))
    notice: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as into:
        for language, entry in hand.items():
            [(package, folder)] = _SOURCE.findall(entry["source"])
            unpacked = fetch(package, Path(into))
            (licence,) = unpacked.glob("LICENSE*")
            notice[package] = licence.read_text("utf-8").strip()
            if wanted and language not in wanted:
                continue
            text = (unpacked / folder / "src" / "grammar.json").read_text("utf-8")
            table = compiled(language, text, entry)
            written = json.dumps(table, separators=(",", ":"), ensure_ascii=False)
            (HERE / "tables" / f"{language}.json").write_text(written + "\n", "utf-8")
    head = (
        "The files in `tables` are compiled from the grammar.json of these npm packages, "
        "each under its own licence, which follows.\n"
    )
    licences = "".join(f"\n{'-' * 78}\n{name}\n\n{text}\n" for name, text in notice.items())
    (HERE / "NOTICE").write_text(head + licences, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
