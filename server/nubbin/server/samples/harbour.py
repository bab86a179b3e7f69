"""A harbour master's morning: ships arrive, are given berths, and pay. It ends badly."""

from math import log1p

TARIFF = {"barge": 12.5, "ferry": 30.0, "tanker": 95.0, "trawler": 8.25}
FAIRWAY = {"sea": "buoy", "buoy": "mole", "mole": "quay"}


class Ship:
    """Whatever floats."""

    def __init__(self, name: str, kind: str, length: float) -> None:
        """Launch it, empty."""
        self.name = name
        self.kind = kind
        self.length = length
        self.cargo: dict[str, float] = {}

    def fee(self, days: int) -> float:
        """Return what it pays for so many days."""
        surcharge = 1.0 + 0.1 * log1p(sum(self.cargo.values()))
        return round(TARIFF[self.kind] * days * surcharge, 2)


class Berth:
    """A place to moor."""

    def __init__(self, number: int, length: float) -> None:
        """Build it, free."""
        self.number = number
        self.length = length
        self.ship: Ship | None = None

    def fits(self, ship: Ship) -> bool:
        """Whether the ship can moor here now."""
        return self.ship is None and ship.length <= self.length


class Harbour:
    """Berths, and ships that wait for one."""

    def __init__(self, berths: list[Berth]) -> None:
        """Open it."""
        self.berths = berths
        self.waiting: list[Ship] = []
        self.log: list[str] = []

    def arrive(self, ship: Ship) -> None:
        """Give the ship the first berth that fits, or let it wait."""
        for berth in self.berths:
            if berth.fits(ship):
                berth.ship = ship
                self.log.append(f"{ship.name} moors at {berth.number}")
                return
        self.waiting.append(ship)
        self.log.append(f"{ship.name} waits")

    def bill(self, days: int) -> dict[str, float]:
        """Return what each moored ship pays."""
        moored = [berth.ship for berth in self.berths if berth.ship]
        return {ship.name: ship.fee(days) for ship in moored}


def leads(place: str, goal: str) -> bool:
    """Whether the fairway leads from one place to another."""
    return place == goal or leads(FAIRWAY[place], goal)


def main() -> None:
    """Let four ships in, and send out the bills."""
    harbour = Harbour([Berth(1, 40), Berth(2, 120), Berth(3, 25)])
    for name, kind, length in (("Ada", "barge", 32), ("Brio", "tanker", 110), ("Cod", "ferry", 60)):
        ship = Ship(name, kind, length)
        ship.cargo["crates"] = length * 2
        harbour.arrive(ship)
    for line in harbour.log:
        print(line)
    for name, fee in sorted(harbour.bill(3).items()):
        print(f"{name:>12} {fee:8.2f}")
    print("to the dock:", leads("sea", "dock"))


if __name__ == "__main__":
    main()
