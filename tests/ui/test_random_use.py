"""Thousands of random clicks, keys and sizes: nothing fails, and nothing is left drawn that is no longer true."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pygame
import pytest

from clevergo.app.match.messages import MatchPhase
from clevergo.ui.scenes.catalog import makers
from clevergo.ui.shell.stage import Stage
from tests.ui.fakes import FakeMatch, click, fake_match, make_services, make_stage, press_key, type_text
from tests.ui.test_compete_scene import FakeTournament
from tests.ui.test_kennel_scene import FakeKeeping

STEPS = 500
KEYS = (
    *(pygame.K_SPACE, pygame.K_z, pygame.K_y, pygame.K_TAB, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_F1, pygame.K_n),
    *(pygame.K_p, pygame.K_m, pygame.K_1, pygame.K_2, pygame.K_DOWN, pygame.K_LEFT, pygame.K_a, pygame.K_v),
    *(pygame.K_BACKSPACE, pygame.K_MINUS, pygame.K_EQUALS, pygame.K_UP, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END),
    *(pygame.K_o, pygame.K_s, pygame.K_c, pygame.K_g, pygame.K_h),
)


def somewhere(stage: Stage, rnd: random.Random) -> tuple[int, int]:
    """A point of the window, most often one where something can be clicked."""
    marks = stage.clickable()
    if marks and rnd.random() < 0.7:
        return rnd.choice(marks).rect.center
    return rnd.randrange(stage.rect.width), rnd.randrange(stage.rect.height)


def act(stage: Stage, rnd: random.Random) -> None:
    """Something a person does."""
    kind = rnd.random()
    if kind < 0.5:
        click(stage, somewhere(stage, rnd))
    elif kind < 0.65:
        pos = somewhere(stage, rnd)
        stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)))
    elif kind < 0.8:
        press_key(stage, rnd.choice(KEYS), rnd.choice((0, 0, pygame.KMOD_CTRL, pygame.KMOD_SHIFT)))
    elif kind < 0.88:
        type_text(stage, rnd.choice(("a", "狗", "🐶", "x" * 50)))
    elif kind < 0.96:
        stage.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rnd.choice((-3, -1, 1, 3))))
    else:
        stage.resize((rnd.randrange(300, 1600), rnd.randrange(300, 1000)), stage.look)


def happen(match: FakeMatch, rnd: random.Random) -> None:
    """Something the app does meanwhile."""
    if rnd.random() < 0.01:
        match.fail("word " * rnd.randrange(1, 60))
    if match.snapshot.phase is not MatchPhase.RUNNING:
        return
    kind = rnd.random()
    if kind < 0.1:
        match.think(rnd.randrange(1, 400))
    elif kind < 0.2:
        match.play(rnd.randrange(match.snapshot.shown.board.stones.size + 1))
    elif kind < 0.21:
        match.finish()
    elif kind < 0.24 and match.snapshot.line.moves:
        match.change(is_live=not match.snapshot.shown.is_live, comment=rnd.choice(("", "a comment " * 20)))


def redrawn(stage: Stage, before: pygame.Surface) -> pygame.Surface:
    """The picture after drawing only the parts that asked for it, as the window does."""
    picture = before if before.get_size() == stage.rect.size else pygame.Surface(stage.rect.size)
    for part in stage.damage.take(stage.rect):
        picture.set_clip(part)
        stage.draw(picture, stage.look)
    picture.set_clip(None)
    return picture


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_use_breaks_nothing_and_leaves_nothing_stale(seed: int) -> None:
    rnd = random.Random(seed)
    services = replace(make_services(), kennel=FakeKeeping(), tournament=FakeTournament())  # type: ignore[arg-type]
    stage = make_stage(services, (1100, 720))
    stage.furnish(services, makers())
    picture = pygame.Surface(stage.rect.size)
    for step in range(STEPS):
        act(stage, rnd)
        happen(fake_match(services), rnd)
        stage.update(rnd.random() * 0.1)
        picture = redrawn(stage, picture)
        if step % 50 == 49:
            whole = pygame.Surface(stage.rect.size)
            stage.draw(whole, stage.look)
            seen, true = pygame.surfarray.array3d(picture), pygame.surfarray.array3d(whole)
            stale = np.abs(seen.astype(np.int16) - true).max(axis=2) > 12
            assert not stale.any(), f"step {step}: {np.argwhere(stale)[:3].tolist()}"
