"""The only user of the native module: every call to it goes through :func:`call` or :func:`call_text`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from fullprime._native import ffi, lib
from fullprime.errors import IllegalActionError, IllegalPlayError, PositionError, TableError, TextError

ABI_VERSION = 1
"""The version of the C ABI that this package is written for."""

if lib.fp_abi_version() != ABI_VERSION:
    raise ImportError(
        f"fullprime's native library has ABI version {lib.fp_abi_version()}, the Python package needs {ABI_VERSION}: "
        "they come from different installations; reinstall fullprime"
    )

__version__: str = ffi.string(lib.fp_version()).decode()

MAX_PLAYS: int = lib.FP_MAX_PLAYS
VARIANTS: dict[str, int] = {
    "backgammon": lib.FP_VARIANT_BACKGAMMON,
    "nackgammon": lib.FP_VARIANT_NACKGAMMON,
    "longgammon": lib.FP_VARIANT_LONGGAMMON,
    "hypergammon": lib.FP_VARIANT_HYPERGAMMON,
    "nackgammon41": lib.FP_VARIANT_NACKGAMMON41,
    "hypergammon1": lib.FP_VARIANT_HYPERGAMMON1,
    "hypergammon2": lib.FP_VARIANT_HYPERGAMMON2,
    "hypergammon4": lib.FP_VARIANT_HYPERGAMMON4,
    "hypergammon5": lib.FP_VARIANT_HYPERGAMMON5,
    "acey-deucey": lib.FP_VARIANT_ACEY_DEUCEY,
}
PHASES: dict[int, str] = {
    lib.FP_PHASE_CONTACT: "contact",
    lib.FP_PHASE_RACE: "race",
    lib.FP_PHASE_BEAROFF: "bearoff",
    lib.FP_PHASE_OVER: "over",
}
OUTCOMES: dict[int, str] = {
    lib.FP_OUTCOME_WIN: "win",
    lib.FP_OUTCOME_WIN_GAMMON: "win_gammon",
    lib.FP_OUTCOME_WIN_BACKGAMMON: "win_backgammon",
    lib.FP_OUTCOME_LOSE: "lose",
    lib.FP_OUTCOME_LOSE_GAMMON: "lose_gammon",
    lib.FP_OUTCOME_LOSE_BACKGAMMON: "lose_backgammon",
}
SIDES: dict[int, str | None] = {lib.FP_SIDE_X: "X", lib.FP_SIDE_O: "O", lib.FP_SIDE_NONE: None}
CUBE_NO_LIMIT: int = lib.FP_CUBE_NO_LIMIT
PRESETS: dict[str, int] = {
    "money": lib.FP_PRESET_MONEY,
    "match": lib.FP_PRESET_MATCH,
    "unlimited": lib.FP_PRESET_UNLIMITED,
    "chouette": lib.FP_PRESET_CHOUETTE,
}
STAGES: dict[int, str] = {
    lib.FP_STAGE_OPENING: "opening",
    lib.FP_STAGE_TO_ROLL: "to_roll",
    lib.FP_STAGE_MUST_ROLL: "must_roll",
    lib.FP_STAGE_TO_PLAY: "to_play",
    lib.FP_STAGE_TO_NAME: "to_name",
    lib.FP_STAGE_DOUBLED: "doubled",
    lib.FP_STAGE_OVER: "over",
}
ACTIONS: dict[str, int] = {
    "roll": lib.FP_ACTION_ROLL,
    "reroll": lib.FP_ACTION_REROLL,
    "play": lib.FP_ACTION_PLAY,
    "name": lib.FP_ACTION_NAME,
    "double": lib.FP_ACTION_DOUBLE,
    "take": lib.FP_ACTION_TAKE,
    "pass": lib.FP_ACTION_PASS,
    "beaver": lib.FP_ACTION_BEAVER,
    "raccoon": lib.FP_ACTION_RACCOON,
    "resign": lib.FP_ACTION_RESIGN,
    "settle": lib.FP_ACTION_SETTLE,
    "accept": lib.FP_ACTION_ACCEPT,
    "refuse": lib.FP_ACTION_REFUSE,
    "void_roll": lib.FP_ACTION_VOID_ROLL,
    "next_game": lib.FP_ACTION_NEXT_GAME,
}
DICE_STATES: dict[int, str | None] = {
    lib.FP_DICE_NOT_ROLLED: None,
    lib.FP_DICE_ROLLED: None,
    lib.FP_DICE_DOUBLED: "doubled",
    lib.FP_DICE_BEAVERED: "beavered",
    lib.FP_DICE_RACCOONED: "raccooned",
}
DICE_ROLLED: int = lib.FP_DICE_ROLLED
BEAROFF_ONE_SIDED: int = lib.FP_BEAROFF_ONE_SIDED
BEAROFF_TWO_SIDED: int = lib.FP_BEAROFF_TWO_SIDED
BEAROFF_HYPERGAMMON: int = lib.FP_BEAROFF_HYPERGAMMON
VALUES: int = lib.FP_VALUES
VALUE_CUBELESS: int = lib.FP_VALUE_CUBELESS
VALUE_CUBEFUL: int = lib.FP_VALUE_CUBEFUL
PARTS: int = lib.FP_PARTS
MAX_PLIES: int = lib.FP_MAX_PLIES
OWNERS: dict[int, str | None] = {lib.FP_OWNER_CENTERED: None, lib.FP_OWNER_OWN: "own", lib.FP_OWNER_OPP: "opp"}
DOUBLINGS: dict[int, str] = {
    lib.FP_DOUBLING_UNAVAILABLE: "unavailable",
    lib.FP_DOUBLING_NO_DOUBLE: "no_double",
    lib.FP_DOUBLING_DOUBLE: "double",
    lib.FP_DOUBLING_OPTIONAL: "optional",
    lib.FP_DOUBLING_TOO_GOOD: "too_good",
}
ANSWERS: dict[int, str] = {lib.FP_ANSWER_TAKE: "take", lib.FP_ANSWER_PASS: "pass", lib.FP_ANSWER_BEAVER: "beaver"}

NULL = ffi.NULL

_EXCEPTIONS: dict[int, type[Exception]] = {
    lib.FP_STATUS_INVALID_ARGUMENT: ValueError,
    lib.FP_STATUS_INVALID_POSITION: PositionError,
    lib.FP_STATUS_INVALID_TEXT: TextError,
    lib.FP_STATUS_ILLEGAL_PLAY: IllegalPlayError,
    lib.FP_STATUS_ILLEGAL_ACTION: IllegalActionError,
    lib.FP_STATUS_CANCELLED: KeyboardInterrupt,  # type: ignore[dict-item]  # only the user's Ctrl-C cancels
    lib.FP_STATUS_SYSTEM: OSError,
    lib.FP_STATUS_INVALID_FILE: TableError,
}


def call(name: str, *arguments: Any) -> None:
    """Call a fallible function of the C ABI; its error becomes an exception. The GIL is released meanwhile."""
    if not call_fits(name, *arguments):
        raise RuntimeError(f"{name} was given too little room; please report this mistake of fullprime")


def call_fits(name: str, *arguments: Any) -> bool:
    """Call like :func:`call`, and say whether the room given was enough; if not, the count says what is needed."""
    error = ffi.new("FpError *")
    status = getattr(lib, name)(*arguments, error)
    if status == lib.FP_STATUS_BUFFER_TOO_SMALL:
        return False
    if status != lib.FP_STATUS_OK:
        raise _EXCEPTIONS.get(status, RuntimeError)(ffi.string(error.message).decode(errors="replace"))
    return True


def call_text(name: str, *arguments: Any) -> str:
    """Call a function of the C ABI that writes a text."""
    capacity, count = 128, ffi.new("size_t *")  # room for all texts but notices
    while not call_fits(name, *arguments, text := ffi.new("char[]", capacity), capacity, count):
        capacity = count[0] + 1
    return contents(text, count[0]).decode()


def handle(kind: str, free: str, function: str, *arguments: Any) -> Any:
    """Call a function of the C ABI that gives out a handle, which is freed when Python forgets it."""
    pointer = ffi.new(f"{kind} **")
    call(function, *arguments, pointer)
    return ffi.gc(pointer[0], getattr(lib, free))


def new(kind: str) -> Any:
    """Give a zeroed C value, owned by Python."""
    return ffi.new(kind)


def owned(handle: Any, free: str) -> Any:
    """Take over what a function of the C ABI has put behind a pointer; freed when Python has no more use for it."""
    return ffi.gc(handle[0], getattr(lib, free))


def text(value: str) -> tuple[bytes, int]:
    """Give a text as the C ABI takes it: bytes of UTF-8 and their number."""
    encoded = value.encode()
    return encoded, len(encoded)


def contents(value: Any, size: int = -1) -> bytes:
    """Give a copy of a C value's memory, or of its first bytes."""
    return bytes(ffi.buffer(value, size))


def look(pointer: Any, size: int) -> memoryview:
    """Give a view of memory that C owns; it must outlive the view."""
    return memoryview(ffi.buffer(pointer, size)).toreadonly()


def nets_hash() -> int:
    """Give the number that tells the nets of this library from others."""
    return int(lib.fp_nets_hash())


def address(value: Any) -> Any:
    """Give a C pointer to a part of a C value, which must outlive it."""
    return ffi.addressof(value)


def view(kind: str, array: npt.NDArray[Any] | bytes) -> Any:
    """Give a C pointer to an array's memory, without a copy; the array must be contiguous and outlive the pointer."""
    return ffi.from_buffer(kind, array)


def whole(name: str, value: object, low: int, high: int) -> int:
    """Check that a number is whole and within bounds, which C would cut off silently."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} must be a whole number from {low} to {high}, found {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} is {low} to {high}, found {value}")
    return int(value)


def whole_64(name: str, value: object) -> int:
    """Check that a number is whole and fits 64 bits without sign."""
    return whole(name, value, 0, 2**64 - 1)


def thread_count(threads: object) -> int:
    """Check a number of threads; ``None`` is one for each processor, which C calls 0."""
    return 0 if threads is None else whole("threads", threads, 1, 1024)
