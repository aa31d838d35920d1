"""The command line: calls only, no logic."""
