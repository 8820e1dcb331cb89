"""The server of the Model Context Protocol, asked by the package's own client in memory."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from ludotheque.cli import main
from ludotheque.core import registry
from ludotheque.envs.mcp import MOST_TABLES, TOOLS, Tables, server

Ask = Callable[..., Awaitable[Any]]


def asking(talk: Callable[[Ask], Awaitable[None]]) -> None:
    """Run a conversation: `ask` calls a tool and returns its answer, or what it complains of."""

    async def run() -> None:
        async with Client(server()) as client:

            async def ask(tool: str, **arguments: Any) -> Any:
                answer = await client.call_tool(tool, arguments)
                if answer.is_error:
                    text: str = answer.content[0].text  # type: ignore[union-attr]
                    return text.replace(f"Error executing tool {tool}", "refused")
                assert answer.structured_content is not None
                return answer.structured_content["result"]

            await talk(ask)

    asyncio.run(run())


def number_of(opened: str) -> str:
    """Return the number of a table that has just been opened."""
    return opened.removeprefix("Table ").partition(".")[0]


def test_every_tool_says_what_it_is_for() -> None:
    async def run() -> None:
        async with Client(server()) as client:
            tools = (await client.list_tools()).tools
            assert {tool.name for tool in tools} == {tool.__name__ for tool in TOOLS}
            assert all(tool.description for tool in tools)
            assert "open_table" in (client.instructions or "")

    asyncio.run(run())


def test_a_model_plays_a_game_to_its_end() -> None:
    async def talk(ask: Ask) -> None:
        opened = await ask("open_table", game="sarena", bots=["random", "random"], seat=1, seed=5)
        assert "You are seat 1 of 3" in opened
        assert "Sarena on one page" in opened
        assert "Seat 0 [" in opened  # a bot has begun
        assert "You may: " not in opened
        table, told = number_of(opened), ""
        while "The game is over." not in told:
            choices = await ask("choices", table=table)
            assert await ask("try_action", table=table, action=choices[0]) == f"{choices[0]} is legal."
            told = await ask("act", table=table, action=choices[0])
            assert told.startswith(f"Seat 1 [{choices[0]}]:")
        assert "1. seat" in told
        assert await ask("act", table=table, action="a1-a2") == "refused: the game is over, so nobody has to act"
        assert (await ask("hint", table=table)).startswith("refused: the game is over")
        assert "The game is over." in await ask("look", table=table)

    asking(talk)


def test_a_refusal_names_its_rule_and_changes_nothing() -> None:
    async def talk(ask: Ask) -> None:
        table = number_of(await ask("open_table", game="sarena", seed=5))
        before = await ask("look", table=table)
        for tool in ("act", "try_action"):
            refused = await ask(tool, table=table, action="a1-c3")
            assert refused.startswith("refused: ")
            assert refused.endswith("(R3.1)")
        assert await ask("look", table=table) == before

    asking(talk)


def test_a_bot_gives_a_hint() -> None:
    async def talk(ask: Ask) -> None:
        table = number_of(await ask("open_table", game="sarena", seed=5))
        choices, hint = await ask("choices", table=table), await ask("hint", table=table)
        assert any(choice in hint for choice in choices)
        assert "expected finish" in hint

    asking(talk)


def test_rules_are_read_whole_by_chapter_and_by_sentence() -> None:
    async def talk(ask: Ask) -> None:
        whole, chapter, sentence = [await ask("rules", game="sarena", number=n) for n in ("", "R3", "R3.5")]
        assert whole.startswith("# Sarena")
        assert sentence.startswith("R3.5 ")
        assert sentence in chapter.splitlines()
        assert "R9" in await ask("rules", game="sarena", number="R99")
        listed = await ask("games")
        assert [facts["game"] for facts in listed] == [registry.load(name).id for name in registry.names()]
        assert next(facts for facts in listed if facts["game"] == "sarena")["options"] == {"deal": ["free", "fair"]}

    asking(talk)


def test_what_is_wrong_with_a_request_is_said() -> None:
    async def talk(ask: Ask) -> None:
        assert (await ask("open_table", game="chess")).startswith("refused: unknown game 'chess'")
        assert "2 to 4 seats" in await ask("open_table", game="sarena", bots=["novice"] * 5)
        assert "unknown bot 'genius'" in await ask("open_table", game="sarena", bots=["genius"])
        assert "from 0 to 1, not 2" in await ask("open_table", game="sarena", seat=2)
        assert "deal must be" in await ask("open_table", game="sarena", options={"deal": "odd"})
        assert "there is no table 'x'" in await ask("look", table="x")

    asking(talk)


def test_the_oldest_table_is_closed_for_a_new_one() -> None:
    tables = Tables()
    numbers = [number_of(tables.open_table("sarena", ["random"], seed=1)) for _ in range(MOST_TABLES + 1)]
    assert list(tables.open) == list(tables.seats) == numbers[1:]


@pytest.mark.parametrize("name", registry.names())
def test_every_game_can_be_opened(name: str) -> None:
    opened = Tables().open_table(name, ["random"] * (registry.load(name).seats[0] - 1), seed=1)
    assert registry.load(name).title in opened


def test_the_command_serves_on_standard_input_and_output() -> None:
    async def run() -> None:
        command = StdioServerParameters(command=sys.executable, args=["-m", "ludotheque", "mcp"], env=dict(os.environ))
        async with Client(command) as client:
            answer = await client.call_tool("rules", {"game": "sarena", "number": "R3.5"})
            assert answer.content[0].text.startswith("R3.5 ")  # type: ignore[union-attr]

    asyncio.run(run())


def test_the_command_says_which_package_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ludotheque.cli.mcp.find_spec", lambda _: None)
    with pytest.raises(SystemExit) as left:
        main(["mcp"])
    assert left.value.code == 2
    assert "pip install 'ludotheque[mcp]'" in capsys.readouterr().err
