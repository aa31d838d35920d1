"""Tables in files: read without a frame library, cut into views by a stated rule, written."""

from viewboost.tables.errors import TableError
from viewboost.tables.reading import read_table
from viewboost.tables.task import Task, read_task

__all__ = ["TableError", "Task", "read_table", "read_task"]
