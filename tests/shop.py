"""The shopping cart of Elyasov et al. 2014, §2.1, as a system under test.

Its states and its fault are those of the paper's prose: N is the number of items in the cart, C
whether the catalogue is open; nothing can be done before it is opened, only what is in the cart
can be deleted, and emptying an empty cart fails. (The paper also draws it, in Fig. 1; the drawing
was not at hand.) Run as a script, it is an oracle for traces: it replays the file it is given.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

Event = tuple[str, tuple[int, ...]]


def replay(events: Sequence[Event]) -> tuple[str, int]:
    """Return the outcome of a trace, and how many events ran until then."""
    is_open, cart = False, list[int]()
    for executed, (name, args) in enumerate(events, start=1):
        if not is_open and name != "open":
            return "unresolved", executed
        if name == "open":
            is_open = True
        elif name == "add":
            cart.append(args[0])
        elif name == "delete":
            if args[0] not in cart:
                return "unresolved", executed
            cart.remove(args[0])
        elif not cart:
            return "interesting", executed
        else:
            cart.clear()
    return "uninteresting", len(events)


def parse(text: bytes) -> list[Event]:
    """Read a trace; blank lines are not events."""
    data = [json.loads(line) for line in text.splitlines() if line.strip()]
    return [(event["event"], tuple(event.get("args", ()))) for event in data]


def written(*words: str) -> bytes:
    """Write a trace: `add 1` is the event `add(1)`."""
    lines = []
    for name, *args in map(str.split, words):
        event: dict[str, object] = {"event": name}
        if args:
            event["args"] = [int(arg) for arg in args]
        lines.append(json.dumps(event) + "\n")
    return "".join(lines).encode()


def main() -> int:
    outcome, executed = replay(parse(Path(sys.argv[1]).read_bytes()))
    print(json.dumps({"outcome": outcome, "executed": executed}))
    return outcome != "interesting"


TRACE = written("open", "add 1", "empty", "add 2", "add 3", "delete 2", "delete 3", "empty")
"""The failing trace (1)."""

if __name__ == "__main__":
    sys.exit(main())
