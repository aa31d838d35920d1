"""scikit-learn's callbacks for versions before 1.9, which have none: the protocol, and one bar."""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable
from typing import Any


class CallbackContext:
    """A task of a fit, as callbacks see it; its names are those of ``sklearn.callback``."""

    sequential_subtasks = True
    source_estimator_name = source_task_name = None

    def __init__(self, estimator: Any, task_name: str, max_subtasks: int):
        self.estimator_name = type(estimator).__name__
        self.task_name, self.task_id, self.max_subtasks = task_name, 0, max_subtasks
        self.parent: CallbackContext | None = None
        self.root_uuid = uuid.uuid4()
        self._n_children = 0

    def subcontext(self, task_name: str = "") -> CallbackContext:
        """The context of a part of the task."""
        part = object.__new__(CallbackContext)
        vars(part).update(
            vars(self), task_name=task_name, task_id=self._n_children, max_subtasks=0, parent=self
        )
        self._n_children += 1
        return part

    def call_on_fit_task_begin(self, *, estimator: Any, **told: Any) -> CallbackContext:
        """Tell all callbacks that the task begins."""
        for callback in estimator._skl_callbacks:
            callback.on_fit_task_begin(estimator, self)
        return self

    def call_on_fit_task_end(self, *, estimator: Any, **told: Any) -> bool:
        """Tell all callbacks that the task is done; whether one of them asks to stop."""
        asked = [callback.on_fit_task_end(estimator, self) for callback in estimator._skl_callbacks]
        return any(asked)


class CallbackSupportMixin:
    """An estimator with callbacks."""

    _skl_callbacks: list[Any]

    def set_callbacks(self, *callbacks: Any) -> Any:
        """Set callbacks, such as ``viewboost.ProgressBar()``; without any, remove them."""
        hooks = ("setup", "on_fit_task_begin", "on_fit_task_end", "teardown")
        for callback in callbacks:
            if isinstance(callback, type) or not all(hasattr(callback, hook) for hook in hooks):
                raise TypeError(f"a callback is an instance with {', '.join(hooks)}")
        vars(self).pop("_skl_callbacks", None)
        if callbacks:
            self._skl_callbacks = list(callbacks)
        return self

    def _init_callback_context(self, max_subtasks: int = 0) -> CallbackContext:
        """The context of a fit, for which all callbacks are set up."""
        context = self._callback_fit_ctx = CallbackContext(self, "fit", max_subtasks)
        for callback in self._skl_callbacks:
            callback.setup(self, context)
        return context


def with_callbacks(method: Callable[..., Any]) -> Callable[..., Any]:
    """A fit after which callbacks are torn down, however it ends."""

    @functools.wraps(method)
    def fit(estimator: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(estimator, *args, **kwargs)
        finally:
            context = vars(estimator).pop("_callback_fit_ctx", None)
            for callback in estimator._skl_callbacks if context is not None else ():
                callback.teardown(estimator, context)

    return fit


class ProgressBar:
    """A bar that fills with the rounds of a fit; the same look as scikit-learn's from 1.9 on."""

    def __init__(self) -> None:
        self._bars: dict[uuid.UUID, Any] = {}

    def setup(self, estimator: Any, context: CallbackContext) -> None:
        """Show nothing yet, but begin to draw."""
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        bar = BarColumn(complete_style="#F7931E", finished_style="#29ABE2")
        share = TextColumn("{task.percentage:>3.0f}%", style="#F7931E")
        left = TimeRemainingColumn(elapsed_when_finished=True)
        self._bars[context.root_uuid] = Progress(
            TextColumn("[progress.description]{task.description}"), bar, share, left
        )
        self._bars[context.root_uuid].start()

    def on_fit_task_begin(self, estimator: Any, context: CallbackContext) -> None:
        """Show the bar of a fit; its rounds have none of their own."""
        if context.parent is None:
            name = f"{context.estimator_name} - {context.task_name}"
            self._bars[context.root_uuid].add_task(name, total=context.max_subtasks)

    def on_fit_task_end(self, estimator: Any, context: CallbackContext) -> None:
        """A round more; a fit that is done fills its bar, however many rounds it took."""
        bars = self._bars[context.root_uuid]
        (task,) = bars.task_ids
        if context.parent is None:
            bars.update(task, completed=context.max_subtasks)
        else:
            bars.advance(task)

    def teardown(self, estimator: Any, context: CallbackContext) -> None:
        """Draw no more."""
        self._bars.pop(context.root_uuid).stop()
