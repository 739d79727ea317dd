"""A chapter of the course: its text, and the boards, pictures and doors that stand in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from clevergo.app.course.boards import BOARDS
from clevergo.app.course.directives import BOARDS as BOARDS_NAME
from clevergo.app.course.directives import CARD, Directive, directive
from clevergo.app.course.texts import OVERVIEW, Course
from clevergo.app.desk.settings import Bookmark, Settings
from clevergo.app.errors import AppError
from clevergo.locale import Language
from clevergo.ui.kit.base import Widget
from clevergo.ui.kit.label import Panel
from clevergo.ui.kit.look import Look, Words
from clevergo.ui.kit.prose.markdown import Block, Code, Comment, Heading, Paragraph, Picture, Span, blocks
from clevergo.ui.kit.prose.prose import Place, Prose
from clevergo.ui.kit.prose.sheet import AnyBlock, Card, Embedded
from clevergo.ui.kit.theme import ColorName
from clevergo.ui.scenes.learn.course.boards import BoardsRow
from clevergo.ui.scenes.learn.course.cards import CopyButton, Door, DoorCard, Foot, Neighbor
from clevergo.ui.scenes.learn.course.pictures import PictureLoader, PictureView
from clevergo.ui.scenes.learn.leaf import Desk, Leaf
from clevergo.ui.scenes.learn.views import VIEWS
from clevergo.ui.shell.scene import BoardMark, KeyRow
from clevergo.ui.strings import KeyText, LearnText, kindly

_COLORS: dict[str, ColorName] = {"do": "gold", "see": "jade"}
"""What marks the cards of a chapter."""
_KINDS: dict[str, Words] = {
    "sh": LearnText.CODE_SHELL,
    "bat": LearnText.CODE_WINDOWS,
    "text": LearnText.CODE_OUTPUT,
    "text varies": LearnText.CODE_VARIES,
}
_KEPT_AFTER = 1.0
"""Seconds without scrolling after which it is remembered where one is."""


class CoursePage(Leaf):
    """A chapter; where one was is remembered, and how much has been read."""

    lasts = False

    def __init__(self, desk: Desk, chapter: str) -> None:
        super().__init__()
        self._desk, self._chapter = desk, chapter
        self._course = Course()
        self._language: Language | None = None
        self._materials = Materials(desk, self._course, chapter)
        self._panel = Panel()
        self.prose = Prose(self._materials, self._follow, "learn")
        self._told: tuple[object, ...] = ()
        """What the contents have been told of."""
        self._kept = self._bookmark()
        self._rested = 0.0
        self.add(self._panel, self.prose)

    # --- leaf ---

    @property
    def parts(self) -> Sequence[Words]:
        return self.prose.headings

    @property
    def part(self) -> int | None:
        return self.prose.heading_now

    def go_to_part(self, number: int) -> None:
        self.prose.go_to_heading(number)

    def entered(self) -> None:
        self._desk.services.match.prewarm()

    def left(self) -> None:
        self._keep()

    def update(self, dt: float) -> bool:
        self._desk.services.match.poll()
        is_busy = self.prose.work()
        told = tuple(self.prose.headings), self.prose.heading_now
        if told != self._told:
            self._told = told
            self._desk.refresh()
        self._rested = 0.0 if is_busy or self.prose.is_moving else self._rested + dt
        if self._rested >= _KEPT_AFTER:
            self._rested = 0.0
            self._keep()
        return is_busy

    @property
    def keys(self) -> tuple[KeyRow, ...]:
        return (
            ("PgUp  PgDn", LearnText.KEY_READ),
            ("↑  ↓", LearnText.KEY_LINES),
            ("Home  End", KeyText.TO_ENDS),
        )

    def handle(self, event: Event) -> bool:
        if event.type != pygame.KEYDOWN:
            return False
        has_control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        has_shift = bool(event.mod & pygame.KMOD_SHIFT)
        prose = self.prose
        acts: dict[tuple[int, bool], Callable[[], None]] = {
            (pygame.K_PAGEDOWN, False): lambda: prose.page(1),
            (pygame.K_PAGEUP, False): lambda: prose.page(-1),
            (pygame.K_SPACE, False): lambda: prose.page(-1 if has_shift else 1),
            (pygame.K_DOWN, False): lambda: prose.arrow(1),
            (pygame.K_UP, False): lambda: prose.arrow(-1),
            (pygame.K_HOME, False): lambda: prose.to_end(False),
            (pygame.K_END, False): lambda: prose.to_end(True),
            (pygame.K_PAGEDOWN, True): lambda: self._turn(1),
            (pygame.K_PAGEUP, True): lambda: self._turn(-1),
        }
        act = acts.get((event.key, has_control))
        if act is None or event.mod & pygame.KMOD_ALT:
            return False
        act()
        return True

    def board_mark(self) -> BoardMark | None:
        rows = [child for child in self.prose.children if isinstance(child, BoardsRow) and child.is_visible]
        return rows[0].board_mark() if rows else None

    def arrange(self, rect: Rect, look: Look) -> None:
        self._panel.place(rect, look)
        if look.strings.language != self._language:
            self._language = look.strings.language
            self._materials.begin(self._language)
            kept = self._bookmark()
            self.prose.show(self._materials.blocks(), Place(kept.block, kept.share))
        self.prose.place(rect.inflate(-look.px(4), -look.px(4)), look)

    def draw_behind(self, surface: Surface, look: Look) -> None:
        """Nothing but the panel."""

    # --- reading ---

    def _bookmark(self) -> Bookmark:
        return self._bookmark_in(self._desk.services.preferences.now)

    def _bookmark_in(self, known: Settings) -> Bookmark:
        return known.bookmarks.get(self._chapter, Bookmark())

    def _keep(self) -> None:
        """Remember where one is, and how much has been read."""
        if not self.prose.is_set:
            return
        place, before = self.prose.place_now, self._bookmark()

        def moved(known: Settings) -> Settings:
            read = max(self._bookmark_in(known).read, self.prose.share)
            kept = Bookmark(place.block, round(place.share, 3), round(read, 3))
            return replace(known, bookmarks={**known.bookmarks, self._chapter: kept})

        self._desk.services.preferences.revise(moved)
        if self._bookmark() != before:
            self._desk.refresh()

    def _turn(self, step: int) -> None:
        """Open the chapter after this one, or the one before."""
        neighbor = self._materials.neighbor(step)
        if neighbor is not None:
            self._desk.open(f"course.{neighbor}")

    def _follow(self, link: str) -> None:
        """Open a chapter; of what lies elsewhere, copy the address."""
        target, _, _ = link.partition("#")
        page = PurePosixPath(target)
        if page.suffix == ".md" and page.stem in (OVERVIEW, *self._course.chapters()) and len(page.parts) == 1:
            self._desk.open(f"course.{page.stem}")
            return
        root = self.root
        if root is not None and self._language is not None:
            address = link if "://" in link else self._materials.address(target)
            root.clipboard.put(address)
            self._desk.tell(LearnText.ADDRESS_COPIED(address=address))


class Materials:
    """What stands in a chapter: its blocks in a language, and what is shown for pictures and comments."""

    def __init__(self, desk: Desk, course: Course, chapter: str) -> None:
        self._desk, self._course, self._chapter = desk, course, chapter
        self._language = Language.ENGLISH
        self._loader = PictureLoader()
        self._outputs: set[int] = set()
        """Blocks of code, by identity, that are printed by the one above."""
        self._made: dict[int, Widget | None] = {}
        """What was made for a block, by its identity: set anew, it is the same one."""
        self._blocks: list[Block] = []
        """The blocks, so that their identities stay theirs."""

    def begin(self, language: Language) -> None:
        """Another language."""
        self._language = language
        self._outputs, self._made, self._blocks = set(), {}, []

    # --- blocks ---

    def blocks(self) -> Iterator[AnyBlock]:
        """The chapter's blocks, as they are shown."""
        try:
            text = self._course.text(self._chapter, self._language)
        except AppError as error:
            yield Paragraph((Span(self._desk.say(kindly(error.problem))),))
            return
        yield from self._sections(self._shown(blocks(text)))
        foot = self._foot()
        if foot is not None:
            yield foot

    def _shown(self, found: Iterator[Block]) -> Iterator[Block]:
        """Without the line that leads to other chapters, and without pictures that boards stand for."""
        before: Block | None = None
        held: Picture | None = None
        for number, block in enumerate(found):
            self._blocks.append(block)
            if held is not None:
                is_replaced = isinstance(block, Comment) and _named(block) == BOARDS_NAME
                if not is_replaced:
                    yield held
                held = None
            if number == 1 and isinstance(block, Paragraph) and _leads_elsewhere(block):
                continue
            if isinstance(block, Code) and block.kind.startswith("text") and isinstance(before, Code):
                self._outputs.add(id(block))
            before = block
            if isinstance(block, Picture):
                held = block
            else:
                yield block
        if held is not None:
            yield held

    @staticmethod
    def _sections(found: Iterator[Block]) -> Iterator[AnyBlock]:
        """Sections that begin with a card's directive as cards, each up to the next heading of its level."""
        kind, inner = "", list[Block]()
        held: Heading | None = None
        for block in found:
            is_card = isinstance(block, Comment) and _named(block) == CARD
            if isinstance(block, Heading) and block.level <= 2:
                if kind:
                    yield Card(kind, tuple(inner))
                    kind, inner = "", []
                elif held is not None:
                    yield held
                held = block
            elif is_card and held is not None and isinstance(block, Comment):
                found_kind = directive(block.text)
                kind = found_kind.words[0] if found_kind is not None and found_kind.words else "see"
                inner, held = [held], None
            elif kind:
                inner.append(block)
            else:
                if held is not None:
                    yield held
                    held = None
                yield block
        if kind:
            yield Card(kind, tuple(inner))
        elif held is not None:
            yield held

    # --- what is made of them ---

    def embedded(self, block: Picture | Comment) -> Embedded | None:
        if id(block) not in self._made:
            self._made[id(block)] = self._picture(block) if isinstance(block, Picture) else self._directed(block)
        found = self._made[id(block)]
        assert found is None or isinstance(found, Embedded)
        return found

    def _picture(self, block: Picture) -> PictureView:
        path = self._course.path(self._chapter, self._language).parent / block.file
        dark = path.with_suffix(f".dark{path.suffix}")
        return PictureView(self._loader, path, dark if dark.is_file() else None, block.words)

    def _directed(self, block: Comment) -> Embedded | None:
        found = directive(block.text)
        if found is None:
            return None
        if found.name == BOARDS_NAME:
            boards = [(name, BOARDS[name], said) for name, said in found.lines if name in BOARDS]
            return BoardsRow(self._desk.services, boards) if boards else None
        return self._door(found)

    def _door(self, found: Directive) -> Embedded | None:
        view = VIEWS.get(found.name)
        if view is None:
            return None
        count = sum(isinstance(one, DoorCard) for one in self._made.values())
        opened, own = partial(view.open, self._desk, found.values), dict(found.lines)
        name, said = own.get("name", view.name), own.get("said", view.said)
        return DoorCard(Door(view.icon, name, said, opened, f"learn.view.{count}.{found.name}"))

    def copy_button(self, code: Code) -> Widget | None:
        if id(code) in self._outputs or code.kind.startswith("text"):
            return None
        if id(code) not in self._made:
            count = sum(isinstance(one, CopyButton) for one in self._made.values())
            self._made[id(code)] = CopyButton(code.text, f"learn.copy.{count}")
        return self._made[id(code)]

    def code_said(self, code: Code) -> Words:
        if code.kind.startswith("text") and id(code) not in self._outputs:
            return ""
        return _KINDS.get(code.kind, "")

    def is_output(self, code: Code) -> bool:
        return id(code) in self._outputs

    def card_color(self, kind: str) -> ColorName:
        return _COLORS.get(kind, "jade")

    # --- other chapters ---

    def neighbor(self, step: int) -> str | None:
        """The chapter after this one, or before it; None at the ends."""
        pages = (OVERVIEW, *self._course.chapters())
        at = pages.index(self._chapter) + step if self._chapter in pages else -1
        return pages[at] if 0 <= at < len(pages) else None

    def _foot(self) -> Foot | None:
        both: list[Neighbor | None] = []
        for step, said, id in ((-1, LearnText.BEFORE, "learn.before"), (1, LearnText.AFTER, "learn.after")):
            page = self.neighbor(step)
            if page is None:
                both.append(None)
                continue
            name, opened = self._course.title(page, self._language), partial(self._desk.open, f"course.{page}")
            both.append(Neighbor(said, name, step > 0, opened, id))
        return Foot(*both) if any(both) else None

    def address(self, target: str) -> str:
        """Where a file that a chapter speaks of lies in the program's folder."""
        whole = PurePosixPath("docs", self._language.code, target)
        parts: list[str] = []
        for part in whole.parts:
            if part == ".." and parts:
                parts.pop()
            else:
                parts.append(part)
        return str(Path(*parts))


def _named(block: Comment) -> str:
    found = directive(block.text)
    return found.name if found is not None else ""


def _leads_elsewhere(block: Paragraph) -> bool:
    """Whether a paragraph is the line of links below a page's heading, of which the window has its own."""
    links = [span.link for span in block.spans if span.link]
    return bool(links) and links[0].endswith(f"{OVERVIEW}.md")
