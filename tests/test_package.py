"""What ``pip install .`` makes of the program: a package that brings all it needs, and a command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.patience import PATIENCE

pytestmark = pytest.mark.xdist_group("package")
"""Together: what they look at is built and installed once."""
ROOT = Path(__file__).parent.parent
SHIPPED = {
    "assets/fonts": "*",
    "assets/music": "*",
    "assets/sounds": "*",
    "models": "**/*",
    "docs/zh": "*",
    "docs/en": "*",
    "docs/images/course": "*",
}
"""What lies beside the code, and in the package once it is installed."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built as ``pip`` would have it built; nothing is written beside the code."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE)
    (found,) = folder.glob("clevergo-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package was installed, far from the code it was made of."""
    folder = tmp_path_factory.mktemp("installed")
    options = ["--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "--target", str(folder)]
    command = [sys.executable, "-m", "pip", "install", *options, str(wheel)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
    return folder


def run_installed(installed: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python where the installed package is found and no other."""
    environment = os.environ | {"PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=installed.parent,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_package_brings_every_module_font_sound_model_and_catalog(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {info.filename: info.file_size for info in archive.infolist()}
    wanted = {
        path.relative_to(ROOT).as_posix(): path
        for path in (ROOT / "clevergo").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for folder, pattern in SHIPPED.items():
        for path in (ROOT / folder).glob(pattern):
            if path.is_file():
                wanted[f"clevergo/shipped/{path.relative_to(ROOT).as_posix()}"] = path
    assert {name: packed.get(name) for name in wanted} == {name: path.stat().st_size for name, path in wanted.items()}


def test_the_package_brings_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        roots = {name.partition("/")[0] for name in archive.namelist()}
    assert {root for root in roots if not re.fullmatch(r"clevergo-[\d.]+\.dist-info", root)} == {"clevergo"}


def test_an_installed_program_finds_its_own_fonts_sounds_and_dogs(installed: Path) -> None:
    done = run_installed(
        installed,
        "-c",
        "from pathlib import Path\n"
        "from clevergo.app.desk.paths import Paths\n"
        "from clevergo.ui.kit.assets import ASSETS\n"
        "from clevergo.app.course.texts import COURSE\n"
        "print(Paths.find().shipped_weights('alpha_go'), ASSETS / 'fonts' / 'OFL.txt', ASSETS / 'sounds' / 'win.wav',\n"
        "COURSE / 'zh' / '02-go.md', COURSE / 'images' / 'course' / '09-steps.zh.dark.png')",
    )
    assert done.returncode == 0, done.stderr
    found = [Path(line) for line in done.stdout.split()[-5:]]
    assert [path for path in found if not (path.is_file() and path.is_relative_to(installed))] == []


def test_the_command_runs_and_knows_the_dogs_that_ship_with_it(installed: Path, tmp_path: Path) -> None:
    (script,) = (path for path in (installed / "bin").iterdir() if path.stem == "clevergo")
    told = run_installed(installed, str(script), "--version")
    assert (told.returncode, told.stdout.split()[0]) == (0, "CleverGo"), told.stderr
    dogs = run_installed(installed, str(script), "--data-dir", str(tmp_path / "data"), "dogs")
    assert dogs.returncode == 0, dogs.stderr
    assert "alpha_go" in dogs.stdout
    assert "alpha_five" in dogs.stdout


def test_an_extra_is_asked_of_the_programs_own_folder() -> None:
    """A registry would bring whatever package is called as the program is."""
    told = [
        path.read_text(encoding="utf-8")
        for pattern in ("README*.md", "docs/**/*.md", "clevergo/**/*.py", "clevergo/**/*.po")
        for path in ROOT.glob(pattern)
    ]
    asked = [words for text in told for words in re.findall(r"pip install\s+([^\s\[]*\[\w+\]\\?.)", text)]
    assert {words.replace("\\", "") for words in asked} == {'".[gym]"', '".[shared]"', '".[distributed]"'}


def test_the_package_needs_what_the_readmes_command_installs() -> None:
    """One list for those who run it from its folder, one for pip: they say the same."""
    told = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = re.search(r"^dependencies = \[\n(.*?)^\]", told, re.MULTILINE | re.DOTALL)
    assert listed is not None
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert re.findall(r'"(.+)"', listed[1]) == [line for line in lines if line and not line.startswith("#")]


def test_the_extra_for_several_computers_names_what_its_file_does() -> None:
    told = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lines = (ROOT / "requirements-distributed.txt").read_text(encoding="utf-8").splitlines()
    extra = re.search(r"^distributed = \[(.*)\]", told, re.MULTILINE)
    assert extra is not None
    assert re.findall(r'"(.+?)"', extra[1]) == [line for line in lines if line and not line.startswith("#")]


def test_shared_places_are_tested_with_what_their_extra_names() -> None:
    extra = re.search(r"^shared = \[(.*)\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert extra is not None
    lines = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("fsspec")] == re.findall(r'"(.+?)"', extra[1])


def test_the_environments_are_tested_with_what_their_extra_names() -> None:
    extra = re.search(r"^gym = \[(.*)\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert extra is not None
    lines = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    wanted = re.findall(r'"(.+?)"', extra[1])
    assert [line for line in lines if line.startswith(("gymnasium", "pettingzoo"))] == wanted
    assert not any("[" in name for name in wanted), "their own extras bring pygame-ce, which overwrites pygame"
