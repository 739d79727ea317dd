"""Files that would run a stranger's code, or write where they may not, if anybody let them."""

from __future__ import annotations

import io
import os
import pickle
import pickletools
import zipfile
from pathlib import Path
from typing import Any

import numpy as np


class _Runs:
    """A pickle of this calls ``function(*arguments)`` when it is loaded."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Any, ...]:
        return self._call


def pickles(marker: Path) -> list[bytes]:
    """Pickles that would make the file ``marker``."""
    touch = f"touch '{marker}'"
    code = f"open({str(marker)!r}, 'w')"
    calls = [_Runs(os.system, touch), _Runs(eval, code), _Runs(exec, code), _Runs(open, str(marker), "w")]
    made = [pickle.dumps({"clevergo": "{}", "weights": call}, protocol) for call in calls for protocol in (0, 2, 4)]
    made += [pickle.dumps(call) for call in calls]
    return [*made, pickletools.optimize(made[0])]


def numpy_files(marker: Path) -> list[bytes]:
    """Arrays of objects, which NumPy would unpickle."""
    made = []
    for names in (("meta",), ("step/x", "meta"), ("moves",)):
        buffer = io.BytesIO()
        array = np.empty(1, object)
        array[0] = _Runs(os.system, f"touch '{marker}'")
        np.savez(buffer, **dict.fromkeys(names, array))  # type: ignore[arg-type]
        made.append(buffer.getvalue())
    return made


def archives(marker: Path) -> list[bytes]:
    """Zip files whose parts would land elsewhere, or are links, or unpack to gigabytes."""
    made = []
    for name in ("../" * 8 + str(marker).lstrip("/"), str(marker), "ages/../../../evil", "dog.json/../evil"):
        made.append(_archive((zipfile.ZipInfo(name), b"evil")))
    link = zipfile.ZipInfo("weights.safetensors")
    link.external_attr = 0o120777 << 16
    made.append(_archive((zipfile.ZipInfo("dog.json"), b"{}"), (link, str(marker).encode())))
    bomb = zipfile.ZipInfo("dog.json")
    bomb.compress_type = zipfile.ZIP_DEFLATED
    made.append(_archive((bomb, b" " * 40_000_000), (zipfile.ZipInfo("weights.safetensors"), b"")))
    return made


def _archive(*parts: tuple[zipfile.ZipInfo, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for info, content in parts:
            archive.writestr(info, content)
    return buffer.getvalue()
