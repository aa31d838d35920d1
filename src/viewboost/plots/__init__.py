"""Displays in the style of scikit-learn: they draw what ``viewboost.inspect`` returns.

They need matplotlib, which is in the extra ``report``.
"""

from viewboost.plots.agreement import AgreementBoundsDisplay, DisagreementDisplay
from viewboost.plots.competence import CompetenceDisplay
from viewboost.plots.confusion import ConfusionDisplay
from viewboost.plots.convergence import ConvergenceDisplay
from viewboost.plots.cooperation import ComplementarityDisplay, CooperationDisplay
from viewboost.plots.explain import ExplanationDisplay
from viewboost.plots.independence import IndependenceDisplay
from viewboost.plots.joint import JointStepsDisplay, ZCurveDisplay
from viewboost.plots.margins import MarginsDisplay
from viewboost.plots.regions import RegionsDisplay

__all__ = [
    "AgreementBoundsDisplay",
    "CompetenceDisplay",
    "ComplementarityDisplay",
    "ConfusionDisplay",
    "ConvergenceDisplay",
    "CooperationDisplay",
    "DisagreementDisplay",
    "ExplanationDisplay",
    "IndependenceDisplay",
    "JointStepsDisplay",
    "MarginsDisplay",
    "RegionsDisplay",
    "ZCurveDisplay",
]
