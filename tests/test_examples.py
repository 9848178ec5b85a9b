"""Every example in the documentation is executed."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import fullprime

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = ["fullprime", *(f"fullprime.{module.name}" for module in pkgutil.iter_modules(fullprime.__path__))]


@pytest.mark.parametrize("name", [name for name in MODULES if "._native" not in name and "__main__" not in name])
def test_docstrings_tell_the_truth(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=OPTIONS).failed == 0


def test_the_readme_tells_the_truth() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    results = doctest.testfile(str(readme), module_relative=False, optionflags=OPTIONS)
    assert results.attempted > 0
    assert results.failed == 0
