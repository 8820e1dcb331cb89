"""The internals of other packages that we use, each with the place where we use it.

Their upper bounds are in pyproject.toml. Raise a bound, run this, and it names what has changed.
"""

import asyncio
import inspect
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
import pytest
import typer
import uvicorn
from numba.core import event
from numba.core.compiler import DefaultPassBuilder, Flags, StateDict
from numba.core.errors import NumbaError
from numba.core.typed_passes import AnnotateTypes, NativeLowering
from numba.np import arrayobj
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import PerMessageDeflate

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# package: the files that use its internals
USERS = {
    "numba": "core/rule.py, core/callee.py, core/compile_error.py, core/template.py, core/sealed.py, cli/screen.py",
    "numba-cuda": "core/gpu.py, core/encoding.py",
    "typer": "cli/__init__.py, cli/frame.py, cli/helps.py",
    "uvicorn": "server/wire.py, server/reading.py, server/door.py, server/socket.py",
    "websockets": "server/wire.py",
    "h11": "server/reading.py, server/door.py",
}
SOCKET = """app_state client close_sent conn connections curr_msg_data_type data_received disconnected frames
    handle_connect handle_cont handle_parser_exception handle_ping keepalive_timeout loop ping_interval queue
    read_paused receive send send_receive_event_to_app start_keepalive stop_keepalive transport writable"""
HTTP = """_should_upgrade_to_ws app client config conn connection_lost connection_made connections cycle
    data_received loop send_400_response transport"""
SANS_IO = "available_extensions data_to_send extensions fail state writes"
ONE_CUDA_CALL = """
from inspect import signature
from numba.cuda import compiler, dispatcher
from numba.cuda.cudadrv import nvvm
assert nvvm.ADDRSPACE_CONSTANT != nvvm.ADDRSPACE_GLOBAL
assert dispatcher.compile_cuda is compiler.compile_cuda
assert "forceinline" in signature(compiler.compile_cuda).parameters
from numba.cuda.codegen import CUDA_TRIPLE
assert CUDA_TRIPLE.startswith("nvptx")
from numba.cuda.np import arrayobj
assert list(signature(arrayobj.fix_integer_index).parameters) == ["context", "builder", "idxty", "idx", "size"]
"""


def broken(package: str, what: str) -> str:
    return f"{package} {version(package)} has changed: {what}. We use it in {USERS[package]}."


def missing(holder: object, names: str) -> list[str]:
    return [name for name in names.split() if not hasattr(holder, name)]


@pytest.fixture
def config() -> uvicorn.Config:
    return uvicorn.Config(lambda *_: None, log_config=None)


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def socket(config: uvicorn.Config, loop: asyncio.AbstractEventLoop) -> WebSocketsSansIOProtocol:
    config.load()
    return WebSocketsSansIOProtocol(config, ServerState(), {}, loop)


def test_the_websocket_of_uvicorn_has_the_parts_that_wire_uses(socket: WebSocketsSansIOProtocol) -> None:
    assert missing(socket, SOCKET) == [], broken("uvicorn", "WebSocketsSansIOProtocol lacks these")
    assert list(inspect.signature(socket.handle_ping).parameters) == [], broken("uvicorn", "handle_ping")
    source = inspect.getsource(WebSocketsSansIOProtocol)
    assert "self.response = " in source, broken("uvicorn", "handle_connect keeps no response")
    assert '"state": ' in source, broken("uvicorn", "the scope of a websocket has no state")


def test_the_http_of_uvicorn_has_the_parts_that_the_door_uses(
    config: uvicorn.Config, loop: asyncio.AbstractEventLoop
) -> None:
    config.load()
    door = H11Protocol(config, ServerState(), {}, loop)
    assert missing(door, HTTP) == [], broken("uvicorn", "H11Protocol lacks these")
    assert missing(door.conn, "our_state their_state send") == [], broken("h11", "Connection lacks these")


def test_uvicorn_says_which_proxies_are_trusted(config: uvicorn.Config) -> None:
    config.load()
    trusted = ProxyHeadersMiddleware(config.loaded_app, "10.0.0.0/8").trusted_hosts
    assert "10.1.2.3" in trusted, broken("uvicorn", "ProxyHeadersMiddleware.trusted_hosts")
    assert "192.0.2.1" not in trusted, broken("uvicorn", "ProxyHeadersMiddleware.trusted_hosts")


def test_a_connection_of_websockets_has_the_parts_that_wire_uses(socket: WebSocketsSansIOProtocol) -> None:
    assert missing(socket.conn, SANS_IO) == [], broken("websockets", "ServerProtocol lacks these")
    assert socket.conn.writes == [], broken("websockets", "ServerProtocol.writes is no list of bytes")
    packed = PerMessageDeflate(
        remote_no_context_takeover=False,
        local_no_context_takeover=False,
        remote_max_window_bits=12,
        local_max_window_bits=12,
    )
    assert missing(packed, "local_no_context_takeover encoder") == [], broken("websockets", "PerMessageDeflate lacks")


def test_numba_refuses_a_function_that_allocates() -> None:
    def allocates(number: int) -> int:
        numbers = [number, number]
        return len(numbers)

    with pytest.raises(NumbaError) as refused:
        numba.njit(_nrt=False)(allocates)(1)
    assert "NRT required" in str(refused.value), broken("numba", "what it says of the option _nrt")


def test_numba_fixes_negative_indices_in_one_place() -> None:
    given = list(inspect.signature(arrayobj.fix_integer_index).parameters)
    assert given == ["context", "builder", "idxty", "idx", "size"], broken("numba", "fix_integer_index")


def test_numba_asks_its_dispatcher_when_it_meets_new_types() -> None:
    asked = []
    dispatcher = numba.njit(lambda number: number + 1)
    assert hasattr(dispatcher, "_compile_for_args"), broken("numba", "Dispatcher._compile_for_args")
    compile_for = dispatcher._compile_for_args

    def ask(*arguments: Any, **named: Any) -> Any:
        asked.append(arguments)
        return compile_for(*arguments, **named)

    dispatcher._compile_for_args = ask
    assert [dispatcher(1), dispatcher(2)] == [2, 3]
    assert asked == [(1,)], broken("numba", "Dispatcher._compile_for_args is not asked once")


def test_numba_compiles_in_the_steps_that_callee_changes() -> None:
    """What the steps do is tested in tests/core/test_callee.py."""
    steps = DefaultPassBuilder.define_nopython_lowering_pipeline(StateDict(flags=Flags())).passes
    assert {NativeLowering, AnnotateTypes} <= {step for step, _ in steps}, broken("numba", "the steps of its pipeline")
    library = "_final_module _finalize_specific _linking_libraries _shared_module finalize"
    made = numba.njit(lambda number: number + 1)
    made(1)
    (compiled,) = made.overloads.values()
    assert missing(compiled.library, library) == [], broken("numba", "JITCodeLibrary lacks these")
    assert missing(made, "get_call_template get_overload") == [], broken("numba", "Dispatcher lacks these")
    assert missing(Flags(), "no_compile") == [], broken("numba", "Flags.no_compile")


def test_numba_keeps_its_cache_where_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    kept = numba.njit(cache=True)(missing)
    assert Path(kept.stats.cache_path).is_relative_to(tmp_path), broken("numba", "config.CACHE_DIR, stats.cache_path")
    names = "_index_path _load_index _load_data _data_path _open_for_write"
    assert missing(kept._cache, "_cache_file _impl _impl_class save_overload") == [], broken(
        "numba", "FunctionCache lacks these"
    )
    assert missing(kept._cache._impl, "_locator_classes filename_base") == [], broken("numba", "CacheImpl lacks these")
    assert missing(kept._cache._cache_file, names) == [], broken("numba", "IndexDataCacheFile lacks these")


def test_numba_tells_when_it_compiles() -> None:
    told = []

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, _: object) -> None:
            told.append("start")

        def on_end(self, _: object) -> None:
            told.append("end")

    with event.install_listener("numba:compile", Listener()):
        numba.njit(lambda: 1)()
    assert told[:1] == ["start"], broken("numba", 'the event "numba:compile"')


def test_numba_cuda_can_be_told_where_tables_lie_and_what_is_inlined() -> None:
    """It runs apart, as the simulator would hide the compiler."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_ENABLE_CUDASIM"}
    done = subprocess.run(
        [sys.executable, "-c", ONE_CUDA_CALL], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, broken("numba-cuda", done.stderr.strip().splitlines()[-1])


def test_typer_has_the_bases_that_it_does_not_export() -> None:
    usage, context = typer.BadParameter.__mro__[1], typer.Context.__mro__[1]
    assert usage.__name__ == "UsageError", broken("typer", "the base of BadParameter")
    assert context.__name__ == "Context", broken("typer", "the base of Context")
    app = typer.Typer()
    assert missing(app, "info registered_groups registered_commands") == [], broken("typer", "Typer lacks these")


@pytest.mark.parametrize("package", USERS)
def test_a_package_whose_internals_we_use_has_an_upper_bound(package: str) -> None:
    wanted = PROJECT["dependencies"] + [one for extra in PROJECT["optional-dependencies"].values() for one in extra]
    bounds = [re.search(r"<([\d.]+)$", one) for one in wanted if re.match(rf"{package}[<>=]", one)]
    assert bounds
    for bound in bounds:
        assert bound, f"{package} has no upper bound in pyproject.toml"
        assert parts(version(package)) < parts(bound[1])


def parts(number: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", number)]
