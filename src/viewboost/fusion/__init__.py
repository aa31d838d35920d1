"""Baselines of learning from several views: fuse them early, or late, or take the best one."""

from viewboost.fusion.best import BestView
from viewboost.fusion.early import EarlyFusion
from viewboost.fusion.late import LateFusion

__all__ = ["BestView", "EarlyFusion", "LateFusion"]
