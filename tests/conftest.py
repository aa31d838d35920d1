"""Property-based tests draw the same examples in every run, or new ones with VIEWBOOST_SEARCH=1."""

import os

from hypothesis import settings

# A run must not fail by chance on a change that has nothing to do with it: new examples are
# searched for on purpose.
settings.register_profile("same", derandomize=True)
settings.register_profile("search", derandomize=False)
settings.load_profile("search" if os.environ.get("VIEWBOOST_SEARCH") else "same")
