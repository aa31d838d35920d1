"""scikit-learn's own checks, over every algorithm."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import viewboost

ALGORITHMS = [getattr(viewboost, name) for name in viewboost.__all__ if name.endswith("Classifier")]

REPEATED = "a repeated row is several neighbours, a weighted one is one"

REASONS = {
    "AgreementBoostClassifier": {
        "check_classifiers_classes": "-1 in y means unlabelled: classes {-1, 1} are refused",
    },
    "RegionBoostClassifier": {
        "check_sample_weight_equivalence_on_dense_data": REPEATED,
        "check_sample_weight_equivalence_on_sparse_data": REPEATED,
        "check_decision_proba_consistency": "probabilities are shares of a vote whose total "
        "differs from row to row: they need not rank rows as the difference of scores does",
    },
}


def expected_failures(estimator):
    """Checks an algorithm fails by design, each with its reason."""
    return REASONS.get(type(estimator).__name__, {})


@parametrize_with_checks(
    [algorithm(n_rounds=5) for algorithm in ALGORITHMS],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_common_parameters_come_with_their_defaults(algorithm):
    params = algorithm().get_params()
    common = {"views": None, "learner": None, "learning_rate": 1.0, "random_state": None}
    common |= {"n_jobs": None, "verbose": 0, "n_rounds": 200}
    assert {name: params[name] for name in common} == common
