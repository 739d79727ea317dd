"""The dialog things are shared from: the picture, what of it is to be saved, where, and a way to copy it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface

from clevergo.app.desk.desktop import can_copy_pictures, copy_picture, show_folder
from clevergo.app.desk.folders import Latest
from clevergo.app.desk.paths import typed_path
from clevergo.app.errors import AppError
from clevergo.app.inquiries import HashableInquiry, Inquirer
from clevergo.app.share.saving import Saved, save_beside
from clevergo.problem import Problem, ProblemError
from clevergo.ui.kit.base import Group, Widget, cut_bottom, cut_left, cut_top
from clevergo.ui.kit.button import Button, ButtonKind, Toggle
from clevergo.ui.kit.dialog import Dialog
from clevergo.ui.kit.icons import Icon
from clevergo.ui.kit.label import Label, Paragraph
from clevergo.ui.kit.look import Align, Look, Words
from clevergo.ui.kit.textfield import TextField
from clevergo.ui.kit.theme import Size
from clevergo.ui.scenes.share.offers import Offer
from clevergo.ui.scenes.share.wishes import DogShared, GameShared, Gif, GifWish, Picture, PictureWish
from clevergo.ui.shell.stage import Stage
from clevergo.ui.strings import KennelText, ShareText, kindly

PNG, GIF = ".png", ".gif"
_WIDTH, _HEIGHT, _SEEN = 700, 372, 298
_TOGGLE, _FIELD, _BUTTON = 32, 38, 34
_LONGEST = 1000


def share(stage: Stage, inquirer: Inquirer, offer: Offer) -> None:
    """Open the dialog."""
    dialog = ShareDialog(stage, inquirer, offer)
    stage.open_popup(dialog, stage.rect)
    dialog.form.begin()


class ShareDialog(Dialog):
    """A picture and what can be done with it; the main button saves, and the dialog stays."""

    def __init__(self, stage: Stage, inquirer: Inquirer, offer: Offer) -> None:
        self.form = ShareForm(stage, inquirer, offer)
        super().__init__(
            ShareText.TITLE,
            "",
            ShareText.SAVE,
            self.form.save,
            KennelText.CLOSE,
            self.form,
            _HEIGHT,
            closes_on_accept=False,
            width=_WIDTH,
        )

    def closed(self) -> None:
        super().closed()
        self.form.give_up()


class Seen(Widget):
    """The picture, as large as there is room for."""

    def __init__(self) -> None:
        super().__init__("share.picture")
        self._picture: Picture | None = None
        self._drawn: Surface | None = None

    def show(self, picture: Picture) -> None:
        """Another picture."""
        if picture is not self._picture:
            self._picture, self._drawn = picture, None
            self._fit()
            self.invalidate()

    def arrange(self, rect: Rect, look: Look) -> None:
        self._fit()

    def _fit(self) -> None:
        if self._picture is None or not self.rect.width:
            return
        width, height = self._picture.size
        share = min(self.rect.width / width, self.rect.height / height)
        whole = pygame.image.frombytes(self._picture.pixels, self._picture.size, "RGB")
        self._drawn = pygame.transform.smoothscale(whole, (round(width * share), round(height * share)))

    def draw(self, surface: Surface, look: Look) -> None:
        if self._drawn is None:
            look.rounded(surface, self.rect, 8, look.palette.sunken, look.palette.line)
            look.text(surface, ShareText.DRAWING, self.rect, Size.SMALL, look.palette.muted, False, Align.CENTER)
            return
        box = self._drawn.get_rect(center=self.rect.center)
        look.shadow(surface, box, 4, 8)
        surface.blit(self._drawn, box)


class ShareForm(Group):
    """The picture at the left; at the right what is saved, where, and what has become of it."""

    def __init__(self, stage: Stage, inquirer: Inquirer, offer: Offer) -> None:
        super().__init__()
        self._stage = stage
        self._inquirer = inquirer
        self._offer = offer
        language, is_dark, shared = stage.preferences.now.language.code, stage.is_dark, offer.shared
        self._picture_wish = PictureWish(shared, language, is_dark)
        can_move = isinstance(shared, (DogShared, GameShared)) and offer.gif is not None
        self._gif_wish = GifWish(shared, language, is_dark) if can_move else None  # type: ignore[arg-type]
        self._is_saving = self._is_copying = False
        self._saver: Latest[Saved] = Latest("share-saver")
        self._copier: Latest[Problem | str] = Latest("share-copier")
        self._saved: Saved | None = None
        self._seen = Seen()
        choice = lambda words, name, is_on=False, tip="": Toggle(  # noqa: E731
            words, is_on, lambda _on: self._say(""), f"share.{name}", tip
        )
        self._toggles: dict[str, Toggle] = {PNG: choice(ShareText.PICTURE, "png", True)}
        if offer.gif is not None:
            self._toggles[GIF] = choice(offer.gif, "gif")
        if (file := offer.file) is not None:
            self._toggles[file.suffix] = choice(file.words, "file", False, file.tip)
        self._where = Label(ShareText.FOLDER, Size.SMALL, color="muted")
        self._folder = TextField(
            str(offer.folder), lambda _: self._say(""), lambda _: self.save(), max_length=_LONGEST, id="share.folder"
        )
        self._copy = Button(ShareText.COPY, self.copy, icon=Icon.COPY, size=Size.SMALL, id="share.copy")
        self._copy.is_visible = can_copy_pictures()
        tip = ShareText.TIP_SHOW
        self._show = Button(
            ShareText.SHOW, self._open, ButtonKind.PLAIN, Icon.FOLDER, Size.SMALL, id="share.show", tip=tip
        )
        self._show.is_visible = False
        self._status = Paragraph("", Size.SMALL, color="jade_text", id="share.status")
        self.add(self._seen, *self._toggles.values(), self._where, self._folder, self._copy, self._show, self._status)

    # --- what is to be done ---

    def begin(self) -> None:
        """Have the picture drawn."""
        self._inquirer.ask(self._picture_wish)
        self.animate()

    def save(self) -> None:
        """Save what is chosen, as soon as it is made."""
        if not any(toggle.value for toggle in self._toggles.values()):
            self._say(ShareText.CHOOSE)
        elif self._folder_typed() is None:
            self._say(KennelText.PATH_EMPTY, is_bad=True)
        elif not self._is_saving:
            self._try_again(self._wishes if self._chosen(GIF) else [self._picture_wish])
            self._is_saving, self._saved = True, None
            self._show.is_visible = False
            self._say("")
            self.animate()

    def copy(self) -> None:
        """Put the picture on the clipboard, as soon as it is drawn."""
        self._try_again([self._picture_wish])
        self._is_copying = True
        self._say("")
        self.animate()

    def _try_again(self, wishes: Sequence[HashableInquiry]) -> None:
        """Ask anew for the first that could not be made; the others are asked for once that is there."""
        for wish in wishes:
            finding = self._inquirer.finding(wish)
            if finding is not None and finding.error is not None:
                self._inquirer.ask(wish)
                return

    def give_up(self) -> None:
        """Nobody wants what is being made."""
        self._is_saving = self._is_copying = False
        for wish in self._wishes:
            finding = self._inquirer.finding(wish)
            if finding is not None and not finding.is_whole and finding.error is None:
                self._inquirer.drop()

    def _open(self) -> None:
        if self._saved is not None:
            with self._stage.telling():
                show_folder(self._saved.folder)

    @property
    def _wishes(self) -> list[HashableInquiry]:
        return [self._picture_wish, *([self._gif_wish] if self._gif_wish is not None else [])]

    def _folder_typed(self) -> Path | None:
        return typed_path(self._folder.value, self._offer.folder)

    def _chosen(self, suffix: str) -> bool:
        return suffix in self._toggles and self._toggles[suffix].value

    # --- what happens by itself ---

    def update(self, dt: float) -> bool:
        if self.root is None:
            return False
        self._inquirer.poll()
        self._hear_of_files()
        picture = self._take(self._picture_wish)
        if isinstance(picture, Picture):
            self._seen.show(picture)
        whole = self._whole(self._picture_wish)
        if whole is not None and self._is_copying and not self._copier.is_waiting:
            self._copier.ask(partial(_copied, whole.png))
        if self._is_saving and not self._saver.is_waiting:
            self._save_what_is_made()
        return self._is_busy

    @property
    def _is_busy(self) -> bool:
        finding = self._inquirer.finding(self._picture_wish)
        is_drawing = finding is None or (finding.error is None and not finding.is_whole)
        return is_drawing or self._is_saving or self._is_copying

    def _take(self, wish: HashableInquiry) -> object:
        """What is known of a wish; asked again where somebody else asked something meanwhile."""
        finding = self._inquirer.finding(wish)
        if finding is None:
            finding = self._inquirer.ask(wish)
        if finding.error is not None and (self._is_saving or self._is_copying or wish is self._picture_wish):
            self._is_saving = self._is_copying = False
            self._say(kindly(finding.error), is_bad=True)
        return finding.answer

    def _whole(self, wish: HashableInquiry) -> Picture | None:
        finding = self._inquirer.finding(wish)
        return finding.answer if finding is not None and finding.is_whole else None

    def _save_what_is_made(self) -> None:
        """The picture first, then the GIF, one at a time; once all is there it is written."""
        files: dict[str, bytes | Callable[[], bytes]] = {}
        if self._chosen(PNG) or self._chosen(GIF):
            drawn = self._whole(self._picture_wish)
            if drawn is None:
                self._say(ShareText.DRAWING)
                return
            if self._chosen(PNG):
                files[PNG] = drawn.png
        if self._chosen(GIF) and self._gif_wish is not None:
            made = self._take(self._gif_wish)
            if not isinstance(made, Gif) or not made.data:
                if self._is_saving:
                    self._say(ShareText.MAKING(share=made.share if isinstance(made, Gif) else 0.0))
                return
            files[GIF] = made.data
        folder, file = self._folder_typed(), self._offer.file
        others: tuple[str, ...] = ()
        if file is not None and self._chosen(file.suffix):
            if file.read is not None:
                files[file.suffix] = file.read
            else:
                others = (file.suffix,)
        if not files and not others:  # nothing of it is wanted any more
            self._is_saving = False
            self._say(ShareText.CHOOSE)
        elif folder is not None:
            self._saver.ask(partial(save_beside, folder, self._offer.name, files, others))

    def _hear_of_files(self) -> None:
        copied = self._copier.poll()
        if copied is not None:
            self._is_copying = False
            is_bad = isinstance(copied, Problem)
            self._say(kindly(copied) if isinstance(copied, Problem) else ShareText.COPIED, is_bad)
        saved = self._saver.poll()
        if saved is None:
            return
        self._is_saving = False
        if saved.error is not None:
            self._say(kindly(saved.error), is_bad=True)
            return
        names = [saved.file(suffix).name for suffix in saved.suffixes]
        file = self._offer.file
        if file is not None and file.save is not None and self._chosen(file.suffix):
            try:
                file.save(saved.file(file.suffix))
            except ProblemError as error:
                self._say(kindly(error.problem), is_bad=True)
                return
            names.append(saved.file(file.suffix).name)
        self._saved = saved
        self._show.is_visible = True
        self._say(ShareText.SAVED(names=", ".join(names)))

    def _say(self, words: Words, is_bad: bool = False) -> None:
        self._status.color = "accent_text" if is_bad else "jade_text"
        self._status.words = words

    # --- layout ---

    def arrange(self, rect: Rect, look: Look) -> None:
        seen, right = cut_left(rect, look.px(_SEEN), look.px(24))
        self._seen.place(seen, look)
        for toggle in self._toggles.values():
            right = toggle.place_top(right, look, look.px(_TOGGLE), look.px(4))
        rest = self._where.place_top(cut_top(right, 0, look.px(8))[1], look, look.px(22), look.px(2))
        rest = self._folder.place_top(rest, look, look.px(_FIELD), look.px(10))
        rest, row = cut_bottom(rest, look.px(_BUTTON), look.px(8))
        if self._copy.is_visible:
            row = self._copy.place_left(row, look, min(self._copy.needed_width(look), row.width * 3 // 5), look.px(10))
        self._show.place_left(row, look, min(self._show.needed_width(look), row.width))
        self._status.place(rest, look)


def _copied(png: bytes) -> Problem | str:
    try:
        copy_picture(png)
    except AppError as error:
        return error.problem
    return "copied"
