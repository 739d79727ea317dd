"""Which computers a dog trains on: chosen in a dialog, told to the run, and shown as they come and go."""

from __future__ import annotations

import time

from clevergo.app.kennel.messages import MachineReport, MachineState, TrainingPhase
from clevergo.locale import Language
from clevergo.problem import Problem
from clevergo.ui.kit.dialog import Dialog
from tests.ui.fakes import type_text
from tests.ui.test_train_scene import PUP, Window, snapshot


def machines_of_a_class() -> tuple[MachineReport, ...]:
    """One in each state."""
    now, state = time.monotonic(), MachineState
    intel = "Intel(R) Core(TM) i5-10400 CPU @ 2.90GHz"
    return (
        MachineReport("desk-01", "AMD Ryzen 5 7600 6-Core Processor", 12, state.READY, True, 2310.0, 1840, 0, now),
        MachineReport("class-07", intel, 6, state.READY, False, 640.0, 512, 0, now),
        MachineReport("class-08", intel, 6, state.SILENT, False, 0.0, 390, 12, now - 14),
        MachineReport("class-09", "", 4, state.JOINING, seen_at=now),
        MachineReport("class-11", "AMD EPYC", 8, state.GONE, False, 0.0, 77, 0, now - 200),
        MachineReport("old-laptop", "", 2, state.REFUSED, seen_at=now, reason=Problem("machine_differs")),
    )


def test_a_dog_trains_on_this_computer_until_somebody_chooses_the_cluster() -> None:
    window = Window(PUP, shown=snapshot(TrainingPhase.IDLE))
    window.click("train.machines")
    assert window.says("computed on this computer")
    assert not window.can_click("machines.address")
    window.click("machines.place.True")
    assert window.says("ray start --head")
    window.click("dialog.cancel")
    assert window.preferences.now.cluster_in_use is None
    window.click("train.machines")
    window.click("machines.place.True")
    window.click("machines.address")
    type_text(window.stage, "")
    window.click("dialog.ok")
    assert window.preferences.now.cluster_in_use == "auto"
    window.click("train.toggle")
    assert window.training.clusters == ["auto"]


def test_the_dialog_is_as_high_as_the_choice_and_the_machines_need() -> None:
    window = Window(PUP, shown=snapshot(TrainingPhase.IDLE))
    window.click("train.machines")
    dialog = window.stage.popups[-1]
    assert isinstance(dialog, Dialog)
    here, top = dialog.box.height, dialog.box.top
    window.click("machines.place.True")
    assert dialog.box.height > here
    assert dialog.box.top == top
    window.click("machines.place.False")
    assert dialog.box.height == here < 240
    window.training.change(machines=machines_of_a_class())
    window.step()
    assert dialog.box.height > here + 200


def test_machines_come_and_go_where_one_looks_at_them() -> None:
    machines = machines_of_a_class()
    window = Window(PUP, shown=snapshot(machines=machines[:1]))
    assert window.says("1 machine")
    window.click("train.machines")
    assert window.says("desk-01 (this one)")
    window.training.change(machines=machines)
    window.step()
    for words in ("class-07", "silent, 14 s ago", "12 too old", "getting ready", "gone, 3 min ago"):
        assert window.says(words), words
    window.training.change(machines=(machines[0], machines[-1]))
    window.step()
    for words in ("not used", "Another version"):
        assert window.says(words), words
    window.training.change(machines=machines[:2])
    window.step()
    assert not window.says("class-08")
    window.click("dialog.ok")
    assert window.says("2 machines")


def test_it_is_said_in_chinese_too() -> None:
    window = Window(PUP, shown=snapshot(machines=machines_of_a_class()), language=Language.CHINESE)
    assert window.says("3 台电脑")
    window.click("train.machines")
    assert window.says("没有回音，14 秒前")
