import asyncio
import contextlib
import json
import os
import re
import signal
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from lsprotocol import types
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from frontdoor import SCRIPT, nubbin
from lsp_editor import PATIENCE
from nubbin.engine.vocabulary.errors import NubbinError, UsageError
from nubbin.headless.client import Task, reduce_file
from nubbin.headless.connection import connected
from nubbin.headless.document import Document
from nubbin.headless.session import Refused

pytestmark = [pytest.mark.e2e, pytest.mark.asyncio]

TOKEN = "s3cret/&é"
QUOTED = quote(TOKEN, safe="")
CONTENT = b"int a;\nint keep;\r\n\f\xff\n"


@contextlib.asynccontextmanager
async def listening(kind: str, state: Path, token: str = TOKEN) -> AsyncIterator[str]:
    """Start a server on any free port; yield its address; end it by Ctrl-C."""
    process = await asyncio.create_subprocess_exec(
        *(SCRIPT, "lsp", f"--{kind}", "0"),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"XDG_STATE_HOME": str(state), "NUBBIN_TOKEN": token},
    )
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        address = line.decode().split()[-1]
        assert address.startswith(f"{kind}://127.0.0.1:")
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 130


@pytest.fixture
def task(tmp_path: Path) -> Task:
    return Task(tmp_path / "case.c", CONTENT, {"command": "grep -aq keep {file}"})


@pytest.mark.parametrize("kind", ["tcp", "ws"])
async def test_clients_come_and_go_and_each_is_served(
    kind: str, tmp_path: Path, task: Task
) -> None:
    task.file.write_bytes(CONTENT)
    async with listening(kind, tmp_path) as address:
        for _ in range(2):
            async with connected(address, TOKEN) as session, connected(address, TOKEN) as other:
                results = await asyncio.gather(reduce_file(session, task), reduce_file(other, task))
                for result in results:
                    assert result.status == 0
                    assert result.content is not None
                    assert result.content.strip() == b"keep"


async def test_one_connection_reduces_two_files_at_once(tmp_path: Path, task: Task) -> None:
    async def told_of(each: Task) -> frozenset[int]:
        jobs = set[int]()
        each.file.write_bytes(CONTENT)
        result = await reduce_file(session, each, on_event=lambda event: jobs.add(event["job"]))
        assert result.status == 0
        return frozenset(jobs)

    tasks = [task, replace(task, file=tmp_path / "other.c")]
    async with connected() as session, asyncio.timeout(PATIENCE):
        assert {*await asyncio.gather(*map(told_of, tasks))} == {frozenset({1}), frozenset({2})}


@pytest.mark.parametrize("kind", ["tcp", "ws"])
async def test_who_does_not_know_the_token_is_refused(kind: str, tmp_path: Path) -> None:
    async with listening(kind, tmp_path) as address:
        for token in ("wrong", "", None, TOKEN + "x", "\ud800", "\udcff"):
            with pytest.raises(NubbinError, match=r"missing or wrong\. .* --token or as NUB"):
                async with connected(address, token):
                    pytest.fail(f"{token} was let in")


@pytest.mark.parametrize("kind, other", [("tcp", "ws"), ("ws", "tcp")])
async def test_who_comes_the_other_way_is_told_the_way(
    kind: str, other: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told = f"If it was started with --{kind}, write {kind}:// in place of {other}://"
    async with listening(kind, tmp_path) as address:
        with pytest.raises(UsageError, match=told):
            async with connected(address.replace(kind, other, 1), TOKEN):
                pytest.fail("they understood each other")
    said = capfd.readouterr().err
    assert "Error(" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize("kind", ["tcp", "ws"])
async def test_a_token_need_not_be_utf_8(kind: str, tmp_path: Path) -> None:
    token = os.fsdecode(b"s3cret\xff")
    async with listening(kind, tmp_path, token) as address:
        async with connected(address, token) as session:
            assert await session.execute("nubbin.cancel", {}) == {"cancelled": []}
        with pytest.raises(NubbinError, match="token is missing or wrong"):
            async with connected(address, "s3cret\ufffd"):
                pytest.fail("it is another")
        if kind == "ws":
            async with connected(f"{address}/?token=s3cret%FF") as session:
                assert await session.execute("nubbin.cancel", {}) == {"cancelled": []}


async def test_an_oracle_does_not_see_the_token_of_the_server_that_runs_it(
    tmp_path: Path, task: Task
) -> None:
    task.file.write_bytes(CONTENT)
    command = "env | grep -q NUBBIN_TOKEN && exit 1; grep -aq keep {file}"
    async with listening("tcp", tmp_path) as address, connected(address, TOKEN) as session:
        result = await reduce_file(session, replace(task, oracle={"command": command}))
    assert result.status == 0, result.message


async def test_a_web_page_is_refused_whatever_it_knows(tmp_path: Path) -> None:
    async with listening("ws", tmp_path) as address:
        for origin in ("https://example.org", "http://127.0.0.1", "null"):
            with pytest.raises(InvalidStatus, match="403"):
                await connect(f"{address}/?token={QUOTED}", origin=Origin(origin))


@pytest.mark.parametrize("frame", ["[]", "5", '"x"', "null", "{}", "{]", "[" * 100_000])
async def test_an_odd_frame_ends_no_session(tmp_path: Path, frame: str) -> None:
    messages: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"id": 2, "method": "shutdown"},
    ]
    async with (
        listening("ws", tmp_path) as address,
        connect(f"{address}/?token={QUOTED}") as socket,
    ):
        for message in messages:
            await socket.send(json.dumps({"jsonrpc": "2.0", **message}))
            answer = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert answer["id"] == message["id"]
            assert "error" not in answer
            await socket.send(frame)
            refusal = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
            assert refusal["id"] is None
            assert refusal["error"]["code"] in (-32700, -32600)


async def test_a_wrong_token_in_the_handshake_is_refused_there(tmp_path: Path) -> None:
    async with listening("ws", tmp_path) as address:
        with pytest.raises(InvalidStatus, match="401"):
            await connect(f"{address}/?token=wrong")
        with pytest.raises(InvalidStatus, match="401"):
            await connect(address, additional_headers={"Authorization": "Bearer wrong"})
        async with connected(f"{address}/?token={QUOTED}") as session:
            assert await session.execute("nubbin.cancel", {}) == {"cancelled": []}


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "ws://127.0.0.1:1", "http://x", "here"])
async def test_an_address_where_nobody_listens_is_a_usage_error(address: str) -> None:
    with pytest.raises(UsageError):
        async with connected(address, TOKEN):
            pytest.fail("somebody did")


@contextlib.asynccontextmanager
async def impostor(uri: str) -> AsyncIterator[str]:
    """Listen as a server that calls any file the result; yield its address."""
    finished = {"job": 1, "event": "finished", "status": 0, "message": "", "note": ""}
    finished |= {"applied": False, "path": None, "uri": uri, "report": None}
    answers = {"initialize": {"capabilities": {}}, "workspace/executeCommand": {"job": 1}}

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(**words: object) -> None:
            body = json.dumps({"jsonrpc": "2.0", **words}).encode()
            writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

        with contextlib.suppress(asyncio.IncompleteReadError), contextlib.closing(writer):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(line for line in head.splitlines() if b"Length" in line)
                heard = json.loads(await reader.readexactly(int(length.split()[-1])))
                if "id" in heard:
                    say(id=heard["id"], result=answers.get(heard["method"]))
                if heard["method"] == "workspace/executeCommand":
                    say(method="nubbin/event", params=finished)

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        yield f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_server_that_lies_about_the_place_of_the_result_gets_no_file(
    tmp_path: Path, task: Task
) -> None:
    task.file.write_bytes(CONTENT)
    secret = tmp_path / "id_rsa"
    secret.write_bytes(b"secret")
    words = ["client", task.file.name, "--oracle", "grep -aq keep {file}", "--connect"]
    async with impostor(secret.as_uri()) as address:
        ran = await asyncio.to_thread(nubbin, *words, address, cwd=tmp_path)
    assert ran.status == 1
    assert f"{secret}, which is no place for it" in ran.sentences
    assert sorted(os.listdir(tmp_path)) == ["case.c", "id_rsa"]
    assert secret.read_bytes() == b"secret"


async def test_a_port_that_is_taken_is_a_usage_error(tmp_path: Path) -> None:
    async with listening("tcp", tmp_path) as address:
        process = await asyncio.create_subprocess_exec(
            *(SCRIPT, "lsp", "--tcp", address.rpartition(":")[2], "--token", TOKEN),
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await asyncio.wait_for(process.communicate(), PATIENCE)
        assert process.returncode == 2
        assert b"Cannot listen on" in said


async def test_sockets_listen_on_the_loopback_only(tmp_path: Path) -> None:
    async with listening("tcp", tmp_path) as address:
        port = int(address.rpartition(":")[2])
        sockets = Path("/proc/net/tcp").read_text().splitlines()[1:]
        local = [line.split()[1] for line in sockets if line.split()[3] == "0A"]
        assert [place for place in local if int(place.split(":")[1], 16) == port] == [
            f"0100007F:{port:04X}"
        ]


async def test_a_second_reduction_is_refused_and_nothing_is_logged(
    tmp_path: Path, task: Task, capfd: pytest.CaptureFixture[str]
) -> None:
    task.file.write_bytes(CONTENT)
    slow = Task(task.file, CONTENT, {"command": "sleep 1; grep -aq keep {file}"})
    async with connected() as session:
        begun, refused = asyncio.Event(), asyncio.Event()
        first = asyncio.create_task(
            reduce_file(session, slow, on_event=lambda event: begun.set(), cancelled=refused)
        )
        await asyncio.wait_for(begun.wait(), PATIENCE)
        with pytest.raises(Refused, match="being reduced already"):
            await session.execute(
                "nubbin.reduce", {"uri": task.file.as_uri(), "oracle": slow.oracle}
            )
        refused.set()
        assert (await first).status == 130
    assert "Traceback" not in capfd.readouterr().err


async def test_a_server_imports_nothing_from_the_current_folder(
    tmp_path: Path, task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pygls.py").write_text("open('imported', 'w')\n")
    task.file.write_bytes(CONTENT)
    monkeypatch.chdir(tmp_path)
    async with asyncio.timeout(PATIENCE), connected() as session:
        assert (await reduce_file(session, task)).status == 0
    assert not (tmp_path / "imported").exists()


async def test_a_client_does_not_wait_for_an_oracle_to_be_set_up(
    tmp_path: Path, task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "nubbin.toml"
    settings.write_text('[[oracle]]\ncommand = "grep -aq keep {file}"\n')
    task.file.write_bytes(CONTENT)
    async with connected() as session:
        offered = session.code_actions

        async def offered_until_now(document: Document, kind: str) -> list[types.CodeAction]:
            actions = await offered(document, kind)
            settings.unlink()
            return actions

        monkeypatch.setattr(session, "code_actions", offered_until_now)
        with pytest.raises(UsageError, match=r"no oracle for case\.c"):
            await asyncio.wait_for(reduce_file(session, replace(task, oracle=None)), PATIENCE)


async def test_the_command_line_takes_the_token_from_the_environment(
    tmp_path: Path, task: Task
) -> None:
    task.file.write_bytes(CONTENT)
    oracle = "grep -aq keep {file}"
    env = {"NUBBIN_TOKEN": TOKEN, "XDG_STATE_HOME": str(tmp_path)}
    async with listening("tcp", tmp_path) as address:
        for connection in (["--connect", address], []):  # without, its own server needs none
            arguments = ["client", task.file.name, "--oracle", oracle, *connection]
            ran = await asyncio.to_thread(nubbin, *arguments, cwd=tmp_path, env=env)
            assert ran.status == 0, ran.stderr


@pytest.mark.parametrize("address", ["tcp://[::1", "ws://[::1", "tcp://localhost:x", "nowhere"])
async def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(UsageError, match=re.escape(address)):
        async with connected(address):
            pass
