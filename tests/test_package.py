"""What is installed: the wheel has every file of the package and the documents, and the version is written once."""

import os
import re
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

import verifier

ROOT = Path(__file__).parents[1]
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def files(folder: str) -> set[str]:
    """All files in a folder of the repository, by their paths from its root."""
    found = (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT).as_posix() for path in found}


def built(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel or an sdist of the repository, made by the build backend in this process."""
    backend = pytest.importorskip("hatchling.build", reason="hatchling builds the package, and is not installed here")
    monkeypatch.chdir(ROOT)
    name: str = getattr(backend, f"build_{kind}")(str(folder))
    return folder / name


@pytest.mark.slow
def test_the_wheel_has_all_files_of_the_package_and_the_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ZipFile(built("wheel", tmp_path, monkeypatch)) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        metadata = next(name for name in wheel.namelist() if name.endswith("/METADATA"))
        assert f"\nVersion: {verifier.__version__}\n" in wheel.read(metadata).decode()
        entries = wheel.read(metadata.replace("METADATA", "entry_points.txt")).decode()
        assert "[pytest11]\nverifier = verifier.integrations.pytest_plugin\n" in entries
    assert names == files("verifier") | {f"verifier/{name}" for name in files("documents_data")}
    assert {"verifier/py.typed", "verifier/report/schema.json", "verifier/report/html/templates/page.html"} <= names


@pytest.mark.slow
def test_the_sdist_has_the_package_the_documents_the_reports_and_the_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tarfile.open(built("sdist", tmp_path, monkeypatch)) as sdist:
        names = {member.name.partition("/")[2] for member in sdist.getmembers() if member.isfile()}
    assert files("verifier") | files("documents_data") | files("reports") | files("tests") <= names
    assert {"README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml"} <= names
    assert not any(name.startswith((".venv", ".ci", "dist")) for name in names)


def test_the_version_is_written_once() -> None:
    assert re.findall(r"^version\s*=", PYPROJECT, re.MULTILINE) == []
    assert 'path = "verifier/version.py"' in PYPROJECT
    assert re.search(rf"^## {re.escape(verifier.__version__)}\b", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_types_are_offered_and_public_names_exist() -> None:
    assert os.path.getsize(ROOT / "verifier" / "py.typed") == 0
    assert all(hasattr(verifier, name) for name in verifier.__all__)
