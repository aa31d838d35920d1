"""Options from a TOML file: the same names, put before those of the command line."""

from __future__ import annotations

import csv
import io
import os
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any

import typer
from typer.core import TyperCommand

NOT_IN_FILES = ("config", "help")


class Configured(TyperCommand):
    """A command that reads options from the file given as ``--config``.

    What is typed wins: an option of the file that is typed as well is not read.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the file's options before those that were typed."""
        path = _asked(args)
        if path is not None:
            args = [*from_file(path, self.params, args), *args]
        return super().parse_args(ctx, args)


def from_file(path: str, parameters: Sequence[Any], typed: Sequence[str]) -> list[str]:
    """The options of a file as arguments, those that were typed left out."""
    try:
        with open(path, "rb") as file:
            values = tomllib.load(file)
    except OSError as error:
        raise typer.BadParameter(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise typer.BadParameter(f"{path}: no TOML: {error}") from error
    options = {_spelt(p)[2:]: p for p in parameters if p.param_type_name == "option"}
    known = [name for name in options if name not in NOT_IN_FILES]
    arguments: list[str] = []
    for key, value in values.items():
        name = key.replace("_", "-")
        if name not in known:
            from viewboost.views.hints import unknown  # a heavy room, not needed where all is well

            raise typer.BadParameter(unknown(f"{path}: unknown key {key!r}", key, known, "keys"))
        option = options[name]
        spelt = [*option.opts, *option.secondary_opts]
        if not any(_is_typed(argument, spelt) for argument in typed):
            arguments += _arguments(f"{path}: {key}", option, value)
    return arguments


def columns_text(columns: Iterable[str]) -> str:
    """Names of columns as they are typed: with commas between, quoted where they have some."""
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(columns)
    return out.getvalue()


def _spelt(option: Any) -> str:
    """The long form, such as ``--learning-rate``."""
    return max(option.opts, key=len)


def _arguments(where: str, option: Any, value: Any) -> list[str]:
    spelt = _spelt(option)
    if option.is_flag:
        if not isinstance(value, bool):
            raise typer.BadParameter(f"{where} is true or false, got {value!r:.60}")
        return [spelt] if value else []
    if option.multiple:
        return [f"{spelt}={text}" for text in _texts(where, value)]
    if isinstance(value, (dict, list, bool)):
        raise typer.BadParameter(f"{where} is one value, got {value!r:.60}")
    return [f"{spelt}={value}"]


def _texts(where: str, value: Any) -> list[str]:
    """The values of an option that may be given several times."""
    if isinstance(value, dict):
        return [f"{name}={_assigned(where, one)}" for name, one in value.items()]
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(one, (str, int, float)) for one in values):
        raise typer.BadParameter(f"{where} is a list of texts, got {value!r:.60}")
    return [str(one) for one in values]


def _assigned(where: str, value: Any) -> str:
    if isinstance(value, list):
        return columns_text(_texts(where, value))
    if isinstance(value, dict):
        raise typer.BadParameter(f"{where}: a table in a table")
    return str(value).lower() if isinstance(value, bool) else str(value)


def _asked(args: Sequence[str]) -> str | None:
    """The file that ``--config`` names."""
    for place, argument in enumerate(args):
        if argument.startswith("--config="):
            return argument.removeprefix("--config=")
        if argument == "--config" and place + 1 < len(args):
            return os.fspath(args[place + 1])
    return None


def _is_typed(argument: str, spelt: Sequence[str]) -> bool:
    return argument in spelt or any(argument.startswith(f"{one}=") for one in spelt)
