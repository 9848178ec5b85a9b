"""Pictures show what the results say."""

import numpy as np
import pytest

import fullprime as fp

pytest.importorskip("matplotlib", reason="matplotlib is not installed")


def test_the_pictures_show_the_estimates() -> None:
    from fullprime import pictures  # noqa: PLC0415  # needs an extra

    result = fp.rollout(fp.Position.start().plays(3, 1)[:2], trials=360, truncation=3)
    drawn = pictures.convergence(result)
    assert [line.get_label() for line in drawn.lines] == [entry.name for entry in result.ranked()]
    assert np.asarray(drawn.lines[0].get_ydata())[-1] == result.best.value
    rolls = pictures.by_first_roll(result)
    assert len(rolls.get_xticks()) == 21
    assert rolls.get_ylabel() == "equity"
