"""Fixtures of the checks that run in several browsers: a reader, in each browser in turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from conftest import FAST
from site_server import Server
from verbs import ChromiumReader, DrivenReader, Engine, Reader
from webdriver import HangError


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs each check in each browser. Drivers have one window, so all checks of one run in one process."""
    if "reader" in metafunc.fixturenames:
        engines = metafunc.config.getoption("--browsers").split(",")
        parameters = [
            pytest.param(name, marks=() if name == "chromium" else pytest.mark.xdist_group(name))
            for name in engines
        ]
        metafunc.parametrize("engine", parameters, scope="session")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object:
    """Runs a check again if the browser, or its driver, hung. What a check finds is never tried twice."""
    reader = pyfuncitem.funcargs.get("reader")
    if not isinstance(reader, DrivenReader):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    try:
        pyfuncitem.obj(**arguments)
    except HangError:
        reader.restart()
        pyfuncitem.obj(**arguments)
    return True


@pytest.fixture(scope="session")
def driven(engine: str) -> Iterator[Engine]:
    """A browser that WebDriver drives."""
    started = Engine(engine)
    yield started
    started.close()


@pytest.fixture
def reader(engine: str, server: Server, request: pytest.FixtureRequest) -> Iterator[Reader]:
    """A reader who visits the site for the first time. Pages may not report any error."""
    here = sit_down(engine, server.address, request)
    yield here
    errors = here.take_errors()
    here.close()
    assert errors == []


def sit_down(engine: str, address: str, request: pytest.FixtureRequest) -> Reader:
    if engine == "chromium":
        return ChromiumReader(request.getfixturevalue("browser"), address, FAST)
    driven: Engine = request.getfixturevalue("driven")
    if not driven.driver:
        pytest.skip(f"{engine.upper()}: it isn't installed, and apt-get couldn't install it.")
    return DrivenReader(driven, address)
