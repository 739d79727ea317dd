"""Rules as other programs call them: KGS by a word, KataGo by a word or by what they consist of.

What we play is always area scoring without suicide; the rule of ko can be agreed upon.
"""

from __future__ import annotations

import json
from typing import Any

from clevergo.games.go.rules import KoRule
from clevergo.protocols.gtp.protocol import GtpError

_KGS = {"chinese": KoRule.POSITIONAL_SUPERKO, "aga": KoRule.SITUATIONAL_SUPERKO}
_KATA = {
    "chinese": KoRule.SIMPLE,
    "chinese-ogs": KoRule.POSITIONAL_SUPERKO,
    "chinese-kgs": KoRule.POSITIONAL_SUPERKO,
    "aga": KoRule.SITUATIONAL_SUPERKO,
    "bga": KoRule.SITUATIONAL_SUPERKO,
    "french": KoRule.SITUATIONAL_SUPERKO,
}
_KATA_KOS = {
    "SIMPLE": KoRule.SIMPLE,
    "POSITIONAL": KoRule.POSITIONAL_SUPERKO,
    "SITUATIONAL": KoRule.SITUATIONAL_SUPERKO,
}
_KATA_OURS: dict[str, Any] = {
    "scoring": "AREA",
    "tax": "NONE",
    "suicide": False,
    "hasButton": False,
    "whiteHandicapBonus": "0",
}


def kgs_ko(name: str) -> KoRule:
    """The rule of ko of the rules that ``kgs-rules`` names; GtpError for those we do not play."""
    if name not in _KGS:
        raise _unplayed(_KGS)
    return _KGS[name]


def kata_ko(text: str) -> KoRule:
    """The rule of ko that ``kata-set-rules`` tells: a word, or JSON. GtpError for rules we do not play."""
    if text in _KATA:
        return _KATA[text]
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise _unplayed(_KATA) from None
    if not isinstance(told, dict) or any(told.get(name, ours) != ours for name, ours in _KATA_OURS.items()):
        raise _unplayed(_KATA)
    ko = told.get("ko", "POSITIONAL")
    if not isinstance(ko, str) or ko not in _KATA_KOS:
        raise GtpError(f"ko is one of {', '.join(_KATA_KOS)}")
    return _KATA_KOS[ko]


def kata_rules(ko: KoRule) -> str:
    """Our rules as KataGo writes them: JSON in one line."""
    word = next(word for word, rule in _KATA_KOS.items() if rule is ko)
    return json.dumps({"ko": word, **_KATA_OURS})


def _unplayed(names: dict[str, KoRule]) -> GtpError:
    return GtpError(f"unsupported rules: here it is area scoring without suicide ({', '.join(names)})")
