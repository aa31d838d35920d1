"""Errors as one line and exit code 2; a traceback only where it is asked for."""

from __future__ import annotations

import functools
import inspect
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from viewboost.cli.output import printable

EXIT = 2


class Commands(TyperGroup):
    """The group of all commands; what is typed wrongly is told in one line, not in a box."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and end the process with its exit code."""
        run = functools.partial(
            super().main, args, prog_name, complete_var, False, windows_expand_args, **extra
        )
        if not standalone_mode:
            return run()
        try:
            code = run()
        except typer.Abort:
            sys.exit(1)
        except Exception as error:
            # Errors of the command line itself, whose class has moved between versions of typer.
            if not hasattr(error, "format_message"):
                raise
            told = " ".join(error.format_message().split())
            context = getattr(error, "ctx", None)
            place = context.command_path if context is not None else "viewboost"
            say("error", f"{told} (see {place} --help)")
            sys.exit(EXIT)
        sys.exit(code if isinstance(code, int) else 0)


def told_in_one_line(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose errors and warnings are lines on stderr; ``debug=True`` raises instead."""

    parameters = inspect.signature(command).parameters.values()
    needed = [one.name for one in parameters if one.default is one.empty]

    @functools.wraps(command)
    def run(*args: Any, debug: bool = False, **kwargs: Any) -> None:
        for name in needed:
            if kwargs.get(name) is None:  # some versions of typer and click let it pass
                say("error", f"Missing {name!r} (see viewboost {command.__name__} --help)")
                raise typer.Exit(EXIT)
        if debug:
            command(*args, debug=debug, **kwargs)
            return
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("default")
            error = _caught(functools.partial(command, *args, debug=debug, **kwargs))
        for text in dict.fromkeys(str(warning.message) for warning in heard if _ours(warning)):
            say("warning", text)
        if error is not None:
            say("error", error)
            raise typer.Exit(EXIT)

    return run


def say(kind: str, text: str) -> None:
    """One line on stderr."""
    typer.echo(f"{kind}: {printable(' '.join(text.split()))}", err=True)


def _caught(command: Callable[[], None]) -> str | None:
    """Run a command; the text of what went wrong."""
    try:
        command()
    except typer.Exit:
        raise
    except BrokenPipeError:  # the reader has seen enough, such as head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror or error}"
    except (ValueError, TypeError, ImportError, KeyError) as error:
        return str(error) or type(error).__name__
    except Exception as error:
        return f"{type(error).__name__}: {error} (--debug shows where)"
    return None


def _ours(warning: warnings.WarningMessage) -> bool:
    """Whether a warning is for users: not what libraries tell each other."""
    return issubclass(warning.category, UserWarning) and not issubclass(
        warning.category, (DeprecationWarning, FutureWarning)
    )
