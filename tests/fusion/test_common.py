"""scikit-learn's own checks, over the baselines."""

from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from viewboost import AdaBoostMMClassifier, BestView, EarlyFusion, LateFusion

BASELINES = [
    EarlyFusion(LogisticRegression()),
    LateFusion(LogisticRegression(), combine="margins"),
    LateFusion(DecisionTreeClassifier(random_state=0), combine="probabilities"),
    LateFusion(AdaBoostMMClassifier(n_rounds=5), combine="A"),
    BestView(DecisionTreeClassifier(max_depth=3, random_state=0)),
]


@parametrize_with_checks(BASELINES)
def test_scikit_learn_checks(estimator, check):
    check(estimator)
