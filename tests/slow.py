"""The rules of the game once more, in plain Python: slow, and easy to check by eye.

The board is one list for both sides, as on a wooden board: 1 to 24 are the points as the mover counts them, 25 is
the mover's bar and 0 the other side's; the mover's checkers are positive and the other side's negative. Those borne off
are the ones that are missing. Nothing here comes from the library.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator

Board = tuple[int, ...]
Counts = tuple[tuple[int, ...], tuple[int, ...]]
"""Own and opposing checkers, each as that side counts: off, the points 1 to 24, the bar."""


def board(counts: Counts) -> Board:
    """Set up a board with these counts; nobody off is on it."""
    own, opp = counts
    points = [own[point] - opp[25 - point] for point in range(1, 25)]
    return (-opp[25], *points, own[25])


def counts(of: Board, checkers: int) -> Counts:
    """Count the checkers of a board on which both sides play with so many."""

    def side(points: list[int]) -> tuple[int, ...]:
        standing = [max(n, 0) for n in points]
        return (checkers - sum(standing), *standing)

    return side(list(of[1:])), side([-n for n in reversed(of[:-1])])


def handed_over(before: Board) -> Board:
    """Show the same board to the other side."""
    return tuple(-n for n in reversed(before))


def moves(before: Board, die: int) -> Iterator[Board]:
    """Every board after one checker has moved by one number."""
    sources = [place for place in range(1, 26) if before[place] > 0]
    if before[25] > 0:
        sources = [25]
    for source in sources:
        after = list(before)
        after[source] -= 1
        target = source - die
        if target >= 1:
            if before[target] <= -2:
                continue
            if before[target] == -1:
                after[target] = 0
                after[0] -= 1
            after[target] += 1
        else:
            farthest = max(sources)
            if farthest > 6 or (target < 0 and source != farthest):
                continue
        yield tuple(after)


def longest(
    before: Board, dice: tuple[int, ...], known: dict[object, tuple[int, frozenset[Board]]]
) -> tuple[int, frozenset[Board]]:
    """How many of the dice can at most be played in this order, one after the other, and all boards after that many."""
    if not dice:
        return 0, frozenset([before])
    if (before, dice) not in known:
        best, ends = 0, frozenset([before])
        for after in moves(before, dice[0]):
            more, boards = longest(after, dice[1:], known)
            if more + 1 > best:
                best, ends = more + 1, boards
            elif more + 1 == best:
                ends |= boards
        known[before, dice] = best, ends
    return known[before, dice]


def plays(before: Board, die1: int, die2: int) -> set[Board]:
    """Every distinct board after a roll, as the next player sees it."""
    over = not any(n > 0 for n in before) or not any(n < 0 for n in before)
    if over:
        ends = frozenset([before])
    elif die1 == die2:
        _, ends = longest(before, (die1,) * 4, {})
    else:
        larger, smaller = max(die1, die2), min(die1, die2)
        most, ends = longest(before, (larger, smaller), {})
        other_most, other_ends = longest(before, (smaller, larger), {})
        if other_most > most:
            most, ends = other_most, other_ends
        elif other_most == most == 2:
            ends |= other_ends
        # One number either way: the larger has to be played, and that is what came first.
    return {handed_over(end) for end in ends}


def perft(before: Board, depth: int, weighted: bool = False) -> int:
    """Count the results `depth` turns ahead, over the 21 rolls or the 36 throws."""
    if depth == 0:
        return 1
    rolls = [(i, j) for i in range(1, 7) for j in range(1, 7) if weighted or i >= j]
    return sum(perft(after, depth - 1, weighted) for i, j in rolls for after in plays(before, i, j))


def gnubg_id(of: Board) -> str:
    """Write the position ID of a board, by its description: unary counts, the player not on roll first."""
    bits = ""
    for side in counts(handed_over(of), 0):
        bits += "".join("1" * n + "0" for n in side[1:])
    number = int(bits[::-1], 2)
    return b64encode(number.to_bytes(10, "little")).decode()[:14]


def from_gnubg_id(text: str) -> Board:
    """Read the board that a position ID stands for."""
    number = int.from_bytes(b64decode(text + "=="), "little")
    places: list[int] = []
    while len(places) < 50:
        checkers = 0
        while number & 1:
            checkers += 1
            number >>= 1
        number >>= 1
        places.append(checkers)
    opp, own = places[:25], places[25:]
    return board(((0, *own), (0, *opp)))
