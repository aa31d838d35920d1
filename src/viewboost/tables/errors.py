"""The one error of tables in files."""


class TableError(ValueError):
    """A file that is no table, or a table that does not have what is asked of it.

    It says what was wrong, where, and what to do. A file that cannot be opened raises the usual
    ``OSError`` instead.
    """
