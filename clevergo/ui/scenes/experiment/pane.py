"""Two dogs, one difference: choosing, watching, finding, and everything that was found before."""

from __future__ import annotations

import enum
from collections.abc import Callable
from pathlib import Path

from pygame import Rect, Surface

from clevergo.app.experiment.messages import ExperimentSnapshot, ExperimentState, Guess, Written
from clevergo.app.experiment.session import ExperimentSession
from clevergo.app.experiment.wishes import Wish
from clevergo.ui.kit.base import Group, cut_top
from clevergo.ui.kit.button import Button
from clevergo.ui.kit.dialog import ask
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Paragraph
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.notes import Tone
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.experiment.form import ExperimentForm
from clevergo.ui.scenes.experiment.going import GoingView
from clevergo.ui.scenes.experiment.notebook import NotebookView, name_of
from clevergo.ui.scenes.experiment.result import ResultView
from clevergo.ui.scenes.experiment.sheets import curves_table, notebook_picture, notebook_table, picture_of
from clevergo.ui.scenes.shared.paths import path_dialog
from clevergo.ui.shell.scene import BoardMark, Services
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import ExperimentText, Strings

_HEAD = 34
_ROOMY = 560
"""Logical units of height from which the title is said here; in less room it stands above already."""
_PICTURE_WIDTH = 980


class View(enum.Enum):
    """What is seen."""

    FORM = "form"
    GOING = "going"
    """The experiment under way, or one that was stopped."""
    RESULT = "result"
    NOTEBOOK = "notebook"


class ExperimentPane(Group):
    """Owns the views and shows one of them; ``poll`` is to be called each frame."""

    def __init__(self, services: Services) -> None:
        super().__init__()
        assert services.experiment is not None
        self._services = services
        self._session: ExperimentSession = services.experiment
        self._view = View.FORM
        self._has_looked = False
        self._shown = ExperimentSnapshot(-1)
        self._looked: ExperimentSnapshot | None = None
        self._opening: int | None = None
        """The number of the experiment of the notebook that was asked for and is not there yet."""
        """One of before, that is looked at."""
        self._notebook: tuple[Written, ...] | None = None
        self._noted = self._session.noted
        self._title = Label(ExperimentText.TITLE, Size.TITLE, bold=True)
        self._said = Paragraph(ExperimentText.SAID, Size.SMALL, color="muted")
        small = Size.SMALL
        self._earlier = Button(ExperimentText.EARLIER, self._open_notebook, icon=Icon.BOOK, size=small)
        self._earlier.id, self._earlier.tip = "experiment.earlier", ExperimentText.TIP_EARLIER
        self._new = Button(ExperimentText.NEW, self._choose_anew, icon=Icon.PLUS, size=small, id="experiment.anew")
        self._back = Button(ExperimentText.BACK, self._go_back, icon=Icon.LEFT, size=small, id="experiment.back")
        self._form = ExperimentForm(self._start)
        self._going = GoingView(lambda: self._stage.art, self._toggle, self._ask_delete)
        self._result = ResultView(
            self._add_pair, self._choose_anew, self._save_picture, self._save_table, self._ask_delete
        )
        self._list = NotebookView(self._open, self._save_notebook_picture, self._save_notebook_table)
        self.add(self._title, self._said, self._back, self._new, self._earlier)
        self.add(self._form, self._going, self._result, self._list)

    @property
    def _stage(self) -> Stage:
        root = self.root
        assert isinstance(root, Stage)
        return root

    # --- what there is

    def entered(self) -> None:
        """It is seen now."""
        if not self._has_looked:
            self._has_looked = True
            self._session.look_back()
        self._show()

    def poll(self) -> None:
        """Take in what has happened."""
        shown, before = self._session.snapshot, self._shown
        if shown.version != before.version:
            self._shown = shown
            self._follow(before, shown)
            if shown.written is not None and shown.written.experiment.number == self._opening:
                self._view, self._opening = self._usual_view(), None
            self._show()
        if self._session.notebook is not self._notebook:
            self._notebook = self._session.notebook
            self._show()
        if self._session.looked is not self._looked:
            self._looked = self._session.looked
            if self._looked is not None:
                self._view = View.RESULT
            self._show()
        if self._session.noted is not self._noted:
            self._noted = self._session.noted
            self._tell_noted()
        self._form.say_busy(self._busy_words())

    def _follow(self, before: ExperimentSnapshot, shown: ExperimentSnapshot) -> None:
        """What is seen changes with the experiment, unless somebody is looking at something else."""
        if shown.state is ExperimentState.NONE and shown.error not in (None, before.error):
            assert shown.error is not None
            self._stage.toast(shown.error, Tone.ERROR)  # there is no page of it that could say so
        if shown.state is before.state and before.version >= 0:
            return
        if shown.state is ExperimentState.NONE:
            if self._view is View.GOING or self._is_at_result:
                self._view = View.FORM
        elif shown.state is ExperimentState.FINISHED:
            if self._view is View.GOING or not before.is_active:
                self._view = View.RESULT
        elif (self._view, before.state) == (View.FORM, ExperimentState.NONE) or self._is_at_result:
            self._view = View.GOING

    @property
    def _is_at_result(self) -> bool:
        """Whether the result of the experiment is seen that is now under way, or was last."""
        return self._view is View.RESULT and self._looked is None

    def _tell_noted(self) -> None:
        noted = self._noted
        if noted is not None and noted.file is not None:
            self._stage.toast(ExperimentText.SAVED(path=str(noted.file)), Tone.GOOD)
        elif noted is not None and noted.error is not None:
            self._stage.toast(noted.error, Tone.ERROR)

    def _busy_words(self) -> Words:
        training = self._services.training.snapshot
        return ExperimentText.OTHER_TRAINS(name=training.dog) if training.phase.is_active else ""

    @property
    def _cluster(self) -> str | None:
        """Whose machines take part, where that was chosen for training and tournaments."""
        return self._services.preferences.now.cluster_in_use

    @property
    def _seen(self) -> ExperimentSnapshot:
        """The experiment that is looked at."""
        return self._looked if self._looked is not None else self._shown

    # --- what a person does

    def _start(self, wish: Wish, guess: Guess) -> None:
        with self._stage.telling():
            self._session.start(wish, guess, self._cluster)
            self._view = View.GOING
        self._show()

    def _toggle(self) -> None:
        with self._stage.telling():
            if self._shown.is_active:
                self._session.stop()
            else:
                self._session.go_on(self._cluster)

    def _add_pair(self) -> None:
        with self._stage.telling():
            self._session.add_pair(self._seen, self._cluster)
            self._leave_looked()
            self._view = View.GOING
        self._show()

    def _choose_anew(self) -> None:
        self._opening = None
        self._leave_looked()
        self._view = View.FORM
        self._show()

    def _open_notebook(self) -> None:
        self._opening = None
        self._leave_looked()
        self._session.look_back()
        self._view = View.NOTEBOOK
        self._show()

    def _go_back(self) -> None:
        """From the form or the notebook to the experiment that is shown; from one of before to the notebook."""
        self._opening = None
        if self._looked is not None:
            self._leave_looked()
            self._view = View.NOTEBOOK
        else:
            self._view = self._usual_view()
        self._show()

    def _usual_view(self) -> View:
        if self._shown.state is ExperimentState.NONE:
            return View.FORM
        return View.RESULT if self._shown.state is ExperimentState.FINISHED else View.GOING

    def _open(self, written: Written) -> None:
        shown = self._shown.written
        if shown is not None and shown.experiment.number == written.experiment.number:
            self._view = self._usual_view()
        else:
            self._opening = written.experiment.number
            self._session.show(written)
        self._show()

    def _leave_looked(self) -> None:
        self._session.looked = self._looked = None

    def _ask_delete(self) -> None:
        written = self._seen.written
        if written is None:
            return

        def said(strings: Strings) -> str:
            day = strings.day(written.experiment.created)
            return strings.get(ExperimentText.DELETE_SAID, name=name_of(strings, written), day=day)

        def delete() -> None:
            with self._stage.telling():
                self._session.delete(written)
                self._leave_looked()
                self._view = View.NOTEBOOK
            self._show()

        ask(self._stage, ExperimentText.DELETE_TITLE, said, ExperimentText.DELETE_DO, delete)

    # --- files

    def _save_picture(self) -> None:
        look, rect = self._stage.look, self._result.picture_rect
        surface = Surface(self._stage.rect.size)
        surface.fill(look.palette.ground)
        self._result.draw(surface, look)
        picture = surface.subsurface(rect.clip(surface.get_rect())).copy()
        self._ask_path(self._name("png"), lambda: picture_of(picture))

    def _save_table(self) -> None:
        strings, seen = self._stage.look.strings, self._seen
        table = curves_table(strings, seen)
        self._ask_path(self._name("csv"), lambda: table)

    def _save_notebook_picture(self) -> None:
        look = self._stage.look
        picture = notebook_picture(look, self._notebook or (), look.px(_PICTURE_WIDTH))
        self._ask_path("experiments.png", lambda: picture_of(picture))

    def _save_notebook_table(self) -> None:
        table = notebook_table(self._stage.look.strings, self._notebook or ())
        self._ask_path("experiments.csv", lambda: table)

    def _name(self, suffix: str) -> str:
        written = self._seen.written
        return f"experiment-{0 if written is None else written.experiment.number:04}.{suffix}"

    def _ask_path(self, name: str, make: Callable[[], bytes]) -> None:
        def act(path: Path) -> None:
            self._session.write(path, make)

        words = (ExperimentText.SAVE_TITLE, ExperimentText.SAVE_SAID, ExperimentText.SAVE_DO)
        dialog = path_dialog(words, str(self._session.file_for(name)), act, "experiment.path")
        self._stage.open_popup(dialog, self._stage.rect)
        self._stage.set_focus(dialog.field)
        dialog.field.select_all()

    # --- what is shown

    def _show(self) -> None:
        if self.root is None:
            return
        view, seen = self._view, self._seen
        if view in (View.GOING, View.RESULT) and seen.state is ExperimentState.NONE:
            view = self._view = View.FORM
        self._form.is_visible, self._going.is_visible = view is View.FORM, view is View.GOING
        self._result.is_visible, self._list.is_visible = view is View.RESULT, view is View.NOTEBOOK
        if view is View.GOING:
            self._going.show(self._shown, self._busy_words())
        elif view is View.RESULT:
            self._result.show(seen, self._shown.is_active)
        elif view is View.NOTEBOOK:
            self._list.show(self._notebook)
        has_earlier = bool(self._notebook)
        has_other = self._shown.state is not ExperimentState.NONE
        changed = (
            view is View.FORM or view is View.GOING or view is View.RESULT,
            view is View.NOTEBOOK or self._looked is not None or (view is View.FORM and has_other),
            view is View.GOING and not self._shown.is_active,
        )
        self._earlier.is_visible = changed[0] and has_earlier and self._looked is None
        self._back.is_visible, self._new.is_visible = changed[1], changed[2]
        self._back.words = ExperimentText.TO_RUNNING if self._leads_to_running() else ExperimentText.BACK
        self._place_head(self.root.look)

    def _leads_to_running(self) -> bool:
        return self._looked is None and self._shown.is_active

    def board_mark(self) -> BoardMark | None:
        """Where the first board is."""
        return self._going.board_mark() if self._view is View.GOING else None

    def arrange(self, rect: Rect, look: Look) -> None:
        _, rest = cut_top(rect, look.px(_HEAD), look.px(8))
        for view in (self._going, self._result, self._list):
            view.place(rest, look)
        if self._is_roomy(look):
            _, rest = cut_top(rest, self._said_height(look), look.px(6))
        self._form.place(rest, look)
        self._show()

    def _is_roomy(self, look: Look) -> bool:
        return self.rect.height >= look.px(_ROOMY)

    def _said_height(self, look: Look) -> int:
        """What it is all about is said above the form."""
        return self._said.needed_height(look, self.rect.width)

    def _place_head(self, look: Look) -> None:
        head = Rect(self.rect.left, self.rect.top, self.rect.width, look.px(_HEAD))
        rest = head
        for button in (self._earlier, self._new, self._back):
            if button.is_visible:
                wide = button.needed_width(look)
                wanted = Rect(rest.right - wide, rest.top, wide, rest.height)
                if button.rect != wanted:
                    button.place(wanted, look)
                rest = Rect(rest.left, rest.top, rest.width - wide - look.px(8), rest.height)
        is_roomy = self._is_roomy(look)
        title = Rect(head.left, head.top, rest.width, head.height)
        if self._title.rect != title:
            self._title.place(title, look)
        self._title.is_visible = is_roomy
        said = Rect(head.left, head.bottom + look.px(4), head.width, self._said_height(look))
        if not is_roomy:
            height = self._said.needed_height(look, rest.width)
            said = Rect(rest.left, rest.top + max(rest.height - height, 0) // 2, rest.width, height)
        self._said.is_visible = self._view is View.FORM
        if self._said.rect != said:
            self._said.place(said, look)
