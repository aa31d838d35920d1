"""Looking into models and data: functions that return data; ``viewboost.plots`` draws it."""

from viewboost.inspect.advice import Advice, advise
from viewboost.inspect.agreement import (
    AgreementBounds,
    Disagreement,
    agreement_bounds,
    disagreement,
)
from viewboost.inspect.comparison import Compared, compare
from viewboost.inspect.competence import Competence, competence
from viewboost.inspect.complexity import rademacher_complexity
from viewboost.inspect.confusion import Confusion, confusion
from viewboost.inspect.convergence import Convergence, Staged, convergence, staged
from viewboost.inspect.cooperation import (
    Complementarity,
    Cooperation,
    complementarity,
    cooperation,
)
from viewboost.inspect.explain import Explanation, explain
from viewboost.inspect.independence import Independence, independence
from viewboost.inspect.joint import JointSteps, ZCurve, joint_steps, z_curve
from viewboost.inspect.margins import Margins, margins
from viewboost.inspect.regions import Regions, regions

__all__ = [
    "Advice",
    "AgreementBounds",
    "Compared",
    "Competence",
    "Complementarity",
    "Confusion",
    "Convergence",
    "Cooperation",
    "Disagreement",
    "Explanation",
    "Independence",
    "JointSteps",
    "Margins",
    "Regions",
    "Staged",
    "ZCurve",
    "advise",
    "agreement_bounds",
    "compare",
    "competence",
    "complementarity",
    "confusion",
    "convergence",
    "cooperation",
    "disagreement",
    "explain",
    "independence",
    "joint_steps",
    "margins",
    "rademacher_complexity",
    "regions",
    "staged",
    "z_curve",
]
