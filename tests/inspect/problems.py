"""Small problems and models for the tests of inspection."""

import numpy as np

from viewboost import (
    AdaBoostMMClassifier,
    AgreementBoostClassifier,
    CarakoClassifier,
    ComboClassifier,
    KBoostClassifier,
    MuComboClassifier,
    MumboClassifier,
    RegionBoostClassifier,
    Tree,
    Views,
)


def problem(seed, K=3, m=60, missing=False):
    """Two noisy views of K classes, with weights; some rows may lack a view."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(K), rng.integers(K, size=m - K)])
    views = {
        name: rng.normal(size=(m, 2)) + np.where(rng.random((m, 1)) < 0.6, y[:, None], 0)
        for name in ("one", "two")
    }
    X = Views(**views)
    if missing:
        X = X.missing(one=rng.random(m) < 0.2, two=rng.random(m) < 0.2)
    return X, y, rng.uniform(0.2, 3, m)


ALGORITHMS = {
    "mm": AdaBoostMMClassifier(n_rounds=6),
    "mm exact": AdaBoostMMClassifier(n_rounds=6, step="exact"),
    "combo": ComboClassifier(n_rounds=6),
    "kboost": KBoostClassifier(n_rounds=6),
    "mumbo": MumboClassifier(n_rounds=6),
    "mumbo vote": MumboClassifier(n_rounds=6, vote="vote", cooperation="fraction"),
    "mumbo all": MumboClassifier(n_rounds=6, vote="all"),
    "mucombo": MuComboClassifier(n_rounds=6),
    "carako 1": CarakoClassifier(learner=Tree(max_depth=2), n_rounds=3, version=1, tol=0.0),
    "carako 2": CarakoClassifier(learner=Tree(max_depth=2), n_rounds=3, tol=0.0),
    "agreement": AgreementBoostClassifier(n_rounds=4, output="joint"),
    "regionboost": RegionBoostClassifier(n_rounds=6),
}
