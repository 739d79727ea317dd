"""Raising a dog in the real window: adopt, train, stop, be killed, go on, play against it."""

from __future__ import annotations

import pytest

from tests.window.actions import adopt, games_saved, games_shown, train_until
from tests.window.features_train import NICE, nicenesses
from tests.window.program import Start, wait_for_end

pytestmark = pytest.mark.needs("Xvfb", "xdotool")
QUICK = 5
"""A board on which games are soon over; that dogs are trained on 9x9 by clicks is seen elsewhere."""


def test_a_dog_is_adopted_trained_stopped_played_against_and_goes_on_until_the_window_closes(start: Start) -> None:
    program = start()
    adopt(program, "Rex", size=QUICK)
    others = set(program.helpers())
    seen = train_until(program, 3)
    program.take_picture("training")
    assert not seen.shows("Training has stopped")
    assert not program.has_loaded("libpaddle")

    # What looks at the dog's ages, for the film, gives way less, and stays as long as the window.
    of_training = sorted(pid for pid in set(program.helpers()) - others if max(nicenesses([pid]), default=0) >= NICE)
    assert of_training
    program.click("train.toggle")
    program.wait_until(lambda seen: seen.shows("Continue training"), "training to stop")
    assert wait_for_end(of_training) == [], "a stopped training leaves the machine"
    stopped_at = games_shown(program.look())
    assert stopped_at >= 3

    program.click("train.play")
    program.wait_until(lambda seen: seen.scene == "play" and seen.can_click("play.start"), "the game to be laid out")
    program.click("play.start")
    program.wait_until(lambda seen: seen.can_click("play.pass"), "my turn")
    program.click_point(4, 4)
    program.wait_until(lambda seen: seen.num_stones >= 2 or seen.shows("Rex passed"), "Rex's answer")
    program.close()

    again = start(data=program.data)
    again.click("nav.train")
    seen = again.wait_until(lambda seen: seen.shows("Rex") and games_shown(seen) >= stopped_at, "Rex as it was")

    # Closed in the middle of training it all ends, and the dog is kept.
    seen = train_until(again, games_shown(seen) + 1)
    helpers = again.helpers()
    again.close()
    assert wait_for_end(helpers) == []
    once_more = start(data=program.data)
    once_more.click("nav.train")
    once_more.wait_until(lambda now: now.shows("Rex") and games_shown(now) >= games_shown(seen), "Rex as it was last")


def test_a_training_killed_at_once_goes_on_from_its_last_checkpoint(start: Start) -> None:
    program = start()
    adopt(program, "Lazarus", size=QUICK)
    train_until(program, 3)
    saved = games_saved(program.wait_until(lambda seen: games_saved(seen) > 0, "a checkpoint"))
    helpers = program.helpers()
    assert len(helpers) >= 2
    program.kill()
    assert wait_for_end(helpers) == [], "no worker lives on without its window"

    again = start(data=program.data)
    again.click("nav.train")
    seen = again.wait_until(lambda seen: seen.can_click("train.toggle") and games_shown(seen) > 0, "the dog")
    kept = games_shown(seen)
    assert kept >= saved
    seen = train_until(again, kept + 3)
    assert not seen.shows("Training has stopped")
