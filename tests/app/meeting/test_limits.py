"""Limits: how much others may ask, however many they are."""

from __future__ import annotations

from clevergo.app.meeting.limits import Bucket, Buckets


class Hours:
    """Time that passes when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_then_at_a_rate() -> None:
    hours = Hours()
    bucket = Bucket(3, 0.5, hours)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    hours.now += 2
    assert [bucket.take() for _ in range(2)] == [True, False]
    hours.now += 1000
    assert bucket.is_full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_what_was_given_back_may_be_taken_again_but_never_more_than_there_was() -> None:
    bucket = Bucket(2, 0.0, Hours())
    bucket.give_back()
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    bucket.give_back()
    assert bucket.take()


def test_everybody_has_their_own_and_a_crowd_does_not_fill_the_memory() -> None:
    hours = Hours()
    buckets = Buckets(10, 1, 1.0, hours)
    assert buckets.take("ann")
    assert not buckets.take("ann")
    assert all(buckets.take(number) for number in range(9))
    assert not buckets.take("one more")
    assert len(buckets) == 10
    hours.now += 2
    assert buckets.take("one more")
    assert len(buckets) == 1
