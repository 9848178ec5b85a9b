"""Random positions of every phase, for properties to be tried on."""

from collections.abc import Callable, Iterable

from hypothesis import strategies as st
from slow import Counts

BAR = 25
MOST = 15

Places = list[int]
Draw = Callable[[st.SearchStrategy[Places]], Places]


@st.composite
def scattered(draw: st.DrawFn, among: Iterable[int], spots: int = 12, size: int = MOST) -> Places:
    """Checkers on a few spots of the places given, so that there are made points and not only blots."""
    spot = draw(st.lists(st.sampled_from(sorted(among)), min_size=1, max_size=spots, unique=True))
    return draw(st.lists(st.sampled_from(spot), min_size=size, max_size=size))


def prime(first: int, last: int, shortest: int, longest: int = 6) -> st.SearchStrategy[Places]:
    """Points made next to one another, two checkers each, the nearest of them from `first` to `last`."""
    return st.builds(
        lambda start, long: [point for point in range(start, start + long) for _ in range(2)],
        st.integers(first, last),
        st.integers(shortest, longest),
    )


def led_by(first: st.SearchStrategy[Places], rest: st.SearchStrategy[Places]) -> st.SearchStrategy[Places]:
    """Put some checkers, and of the rest as many as make 15."""
    return st.builds(lambda some, others: (some + others)[:MOST], first, rest)


def bar(rest: st.SearchStrategy[Places]) -> st.SearchStrategy[Places]:
    """One to five checkers on the bar, and the rest."""
    return led_by(st.integers(1, 5).map(lambda n: [BAR] * n), rest)


anywhere = scattered(range(26))
home = scattered(range(7), 7)
all_off = st.just([0] * MOST)
_off_and_some = [0, 0, 0, 1, 3, 9, 14, 20, 23, BAR]

KINDS: dict[str, tuple[st.SearchStrategy[Places], st.SearchStrategy[Places]]] = {
    "anywhere": (anywhere, anywhere),
    "spread out": (scattered(range(1, 25), 15), scattered(_off_and_some, 5)),
    "both on the bar": (bar(anywhere), bar(anywhere)),
    "on the bar against home": (bar(anywhere), home),
    "bearing off against contact": (home, led_by(scattered(range(18, 26), 3, 3), scattered(range(9), 6))),
    "bearing off": (home, home),
    "one checker outside home": (led_by(scattered(range(7, 26), 1, 1), home), anywhere),
    "two checkers outside home": (led_by(scattered(range(7, 26), 2, 2), home), anywhere),
    "a prime": (anywhere, led_by(prime(2, 16, 4), anywhere)),
    "behind a prime": (scattered(range(14, 26), 6), led_by(prime(3, 8, 4), home)),
    "against a closed board": (bar(anywhere), led_by(prime(1, 1, 6), anywhere)),
    "against five points": (bar(anywhere), led_by(prime(1, 2, 5, 5), anywhere)),
    "few checkers left": (led_by(scattered(range(1, 26), 4, 4), all_off), anywhere),
    "a race": (scattered(range(13), 8), scattered(range(13), 8)),
    "game over": (anywhere, all_off),
}
"""The checkers of the two sides of each kind of position."""

number_of_checkers = st.one_of(st.just(MOST), st.just(3), st.integers(1, MOST))


def set_up(own: Places, opp: Places, checkers: int, own_first: bool) -> Counts:
    """Both sides on a board. Who comes second finds points taken, and goes on to the next free place, at last off."""
    first, second = (own, opp) if own_first else (opp, own)
    there, here = [0] * 26, [0] * 26
    for place in first[:checkers]:
        there[place] += 1
    for place in second[:checkers]:
        free = (point for point in range(place, 0, -1) if point == BAR or not there[BAR - point])
        here[next(free, 0)] += 1
    return (tuple(there), tuple(here)) if own_first else (tuple(here), tuple(there))


def is_position(counts: Counts) -> bool:
    """Whether the game can go on or is won: not both sides off, not both shut out."""

    def shut_out(side: tuple[int, ...], by: tuple[int, ...]) -> bool:
        return side[BAR] > 0 and min(by[1:7]) >= 2

    own, opp = counts
    both_off = not any(own[1:]) and not any(opp[1:])
    return not both_off and not (shut_out(own, opp) and shut_out(opp, own))


@st.composite
def positions(draw: st.DrawFn, checkers: st.SearchStrategy[int] = number_of_checkers) -> Counts:
    """Draw the counts of a position of any kind, the two sides either way round."""
    own, opp = KINDS[draw(st.sampled_from(sorted(KINDS)))]
    sides = (own, opp) if draw(st.booleans()) else (opp, own)
    places = draw(sides[0]), draw(sides[1])
    # Rarely none: filtered here, so that what is printed for a failure is the position and nothing else.
    return draw(st.builds(set_up, st.just(places[0]), st.just(places[1]), checkers, st.booleans()).filter(is_position))


dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
