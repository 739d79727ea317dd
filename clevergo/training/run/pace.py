"""How one worker and the learner walk in step: by counts of work, never by clocks, so that a run can be repeated.

Self-play is cut into pages of equally many batches. The worker sends every page's finished games; the learner
takes the pages in their order, makes all the steps that a page allows before it opens the next, and publishes
weights after every ``PAGES``-th. The worker goes on with weights published after page ``p`` from page ``p + LAG``
on, waiting if they are not there yet. ``LAG`` is the pipeline's depth: while the learner digests one page the worker
plays the next ones, so both cores are busy as long as the learner keeps up.
"""

from __future__ import annotations

PAGES = 16
"""Pages from one publishing to the next."""
LAG = 2
"""Pages that the worker is ahead when it takes new weights."""


def page_ticks(publish_ticks: int) -> int:
    """Batches of a page."""
    return max(1, publish_ticks // PAGES)


def version_of_page(page: int) -> int:
    """Which published weights page ``page`` (the first is 0) is played with; 0 are those of the run's start."""
    return max(0, page - LAG) // PAGES


def version_after(pages: int) -> int | None:
    """Which weights the learner publishes after so many pages; None: none."""
    return pages // PAGES if pages % PAGES == 0 else None
