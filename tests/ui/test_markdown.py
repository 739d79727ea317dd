"""Markdown as blocks, by rows: what is written, and what it is."""

from __future__ import annotations

import pytest

from clevergo.ui.kit.prose.code import colored
from clevergo.ui.kit.prose.markdown import (
    Block,
    Code,
    Comment,
    Heading,
    Items,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Span,
    Spans,
    Table,
    inline,
    parsed,
)


def plain(text: str) -> Spans:
    return (Span(text),)


def says(text: str) -> Paragraph:
    return Paragraph(plain(text))


LINES: list[tuple[str, Spans]] = [
    ("plain", plain("plain")),
    ("a **b** c", (Span("a "), Span("b", is_strong=True), Span(" c"))),
    ("甲*乙*丙", (Span("甲"), Span("乙", is_stressed=True), Span("丙"))),
    ("***both***", (Span("both", is_strong=True, is_stressed=True),)),
    ("**a *b* c**", (Span("a ", True), Span("b", True, True), Span(" c", True))),
    ("2 * 3 * 4", plain("2 * 3 * 4")),
    ("a*", plain("a*")),
    ("**open", plain("**open")),
    ("甲**乙。**丙", plain("甲**乙。**丙")),  # as CommonMark has it
    ("甲**乙。** 丙", (Span("甲"), Span("乙。", is_strong=True), Span(" 丙"))),
    (r"\*no\*", plain("*no*")),
    ("`a*b*`", (Span("a*b*", is_code=True),)),
    ("`` `tick` ``", (Span("`tick`", is_code=True),)),
    ("[to](x.md)", (Span("to", link="x.md"),)),
    ("[to `x`](x.md#y)", (Span("to ", link="x.md#y"), Span("x", is_code=True, link="x.md#y"))),
    ("**[a](b)**", (Span("a", is_strong=True, link="b"),)),
    ("a [1] (2)", plain("a [1] (2)")),
    ("x[i](j", plain("x[i](j")),
]


@pytest.mark.parametrize(("written", "spans"), LINES, ids=[line for line, _ in LINES])
def test_a_line_is_spans(written: str, spans: Spans) -> None:
    assert inline(written) == spans


BLOCKS: list[tuple[str, tuple[Block, ...]]] = [
    ("", ()),
    ("# One\n## Two", (Heading(1, plain("One")), Heading(2, plain("Two")))),
    ("a\nb\n\nc", (says("a b"), says("c"))),
    ("甲\n乙 a\nb", (says("甲乙 a b"),)),
    ("> a\n> b", (Quote((says("a b"),)),)),
    ("- a\n- b", (Items(((says("a"),), (says("b"),))),)),
    ("3. a\n4. b", (Items(((says("a"),), (says("b"),)), 3),)),
    ("- a\n  b\n\n  c\n- d", (Items(((says("a b"), says("c")), (says("d"),))),)),
    ("- a\n  - b", (Items(((says("a"), Items(((says("b"),),))),)),)),
    ("1. a\n\n```sh\nx\n```\n\n2. b", (Items(((says("a"),),), 1), Code("x", "sh"), Items(((says("b"),),), 2))),
    ("1. a\n\n   ```\n   x\n   ```", (Items(((says("a"), Code("x")),), 1),)),
    ("```python\nx = 1\n\ny\n```\nz", (Code("x = 1\n\ny", "python"), says("z"))),
    ("```\nnever closed", (Code("never closed"),)),
    ("```text varies\n# no heading\n```", (Code("# no heading", "text varies"),)),
    ("![words](a/b.png)", (Picture("words", "a/b.png"),)),
    ("a ![w](p.png)", (Paragraph((Span("a !"), Span("w", link="p.png"))),)),
    ("<!-- one -->\n<!--\ntwo\nthree -->", (Comment("one"), Comment("two\nthree"))),
    ("a\n<!-- b -->\nc", (says("a"), Comment("b"), says("c"))),
    ("a\n\n---\n\nb", (says("a"), Rule(), says("b"))),
    (
        "| a | b |\n|---|--:|\n| 1 | **2** |\n| 3 |",
        (
            Table(
                (plain("a"), plain("b")),
                ((plain("1"), (Span("2", is_strong=True),)), (plain("3"), ())),
                (False, True),
            ),
        ),
    ),
    ("a | b\nno table", (says("a | b no table"),)),
]


@pytest.mark.parametrize(("written", "blocks"), BLOCKS, ids=[repr(text) for text, _ in BLOCKS])
def test_a_text_is_blocks(written: str, blocks: tuple[Block, ...]) -> None:
    assert parsed(written) == blocks


def test_code_in_colors_is_the_same_code() -> None:
    code = 'def f(n):  # "x"\n    return f"{n}" + \'y\' if n == 1.5 else """a\nb"""\n'
    stretches = list(colored(code, "python"))
    assert "".join(text for text, _ in stretches) == code
    colors = dict(stretches)
    assert colors["def"] == colors["return"] == "accent_text"
    assert colors['# "x"'] == "muted"
    assert colors['f"{n}"'] == colors['"""a\nb"""'] == "jade_text"
    assert colors["1.5"] == "gold_text"
    assert list(colored("no # language", "text")) == [("no # language", "ink")]
