"""Tables 3.2 to 3.4 of the thesis, and how uneven the classes are."""

from __future__ import annotations

from viewboost.experiments.pages import Figures

# Our name of a set -> the thesis's.
SETS = {
    "car": "Car",
    "balance": "Balance",
    "newthyroid": "New-Thyroid",
    "nursery": "Nursery-s",
    "ecoli": "Ecoli",
    "glass": "Glass",
    "satimage": "Satimage",
    "yeast": "Yeast",
    "connect-4": "Connect",
}

# Table 3.2; AdaBoost.NC and SMOTEBoost are those that the thesis took from Wang and Yao (2012).
TABLE_3_2: dict[str, Figures] = {
    "G-mean": {
        "Car": {"CoMBo": 0.967, "AdaBoost.NC": 0.924, "SMOTEBoost": 0.944},
        "Balance": {"CoMBo": 0.675, "AdaBoost.NC": 0.321, "SMOTEBoost": 0.000},
        "New-Thyroid": {"CoMBo": 0.914, "AdaBoost.NC": 0.927, "SMOTEBoost": 0.940},
        "Nursery-s": {"CoMBo": 1.000, "AdaBoost.NC": 0.967, "SMOTEBoost": 0.996},
        "Ecoli": {"CoMBo": 0.784, "AdaBoost.NC": 0.790, "SMOTEBoost": 0.803},
        "Glass": {"CoMBo": 0.431, "AdaBoost.NC": 0.578, "SMOTEBoost": 0.561},
        "Satimage": {"CoMBo": 0.825, "AdaBoost.NC": 0.881, "SMOTEBoost": 0.898},
        "Yeast": {"CoMBo": 0.107, "AdaBoost.NC": 0.237, "SMOTEBoost": 0.140},
    },
    "MAUC": {
        "Car": {"CoMBo": 0.993, "AdaBoost.NC": 0.982, "SMOTEBoost": 0.997},
        "Balance": {"CoMBo": 0.884, "AdaBoost.NC": 0.704, "SMOTEBoost": 0.703},
        "New-Thyroid": {"CoMBo": 0.996, "AdaBoost.NC": 0.983, "SMOTEBoost": 0.988},
        "Nursery-s": {"CoMBo": 1.000, "AdaBoost.NC": 0.998, "SMOTEBoost": 0.999},
        "Ecoli": {"CoMBo": 0.961, "AdaBoost.NC": 0.957, "SMOTEBoost": 0.963},
        "Glass": {"CoMBo": 0.947, "AdaBoost.NC": 0.881, "SMOTEBoost": 0.925},
        "Satimage": {"CoMBo": 0.976, "AdaBoost.NC": 0.990, "SMOTEBoost": 0.992},
        "Yeast": {"CoMBo": 0.861, "AdaBoost.NC": 0.857, "SMOTEBoost": 0.847},
    },
}

# Table 3.3: CoMBo, AdaBoost.MM, and the standard deviations "over 10 runs of 5-fold
# cross-validations": whether of folds or of runs is not said.
TABLE_3_3 = {
    "norm": {
        "Balance": (0.460, 0.559, 0.097, 0.112),
        "Car": (0.082, 0.116, 0.064, 0.080),
        "Connect": (0.308, 0.670, 0.015, 0.040),
        "New-Thyroid": (0.194, 0.186, 0.158, 0.157),
        "Nursery-s": (0.002, 0.003, 0.004, 0.006),
        "Yeast": (0.815, 1.101, 0.150, 0.194),
    },
    "accuracy": {
        "Balance": (0.856, 0.875, 0.039, 0.032),
        "Car": (0.974, 0.977, 0.009, 0.012),
        "Connect": (0.728, 0.805, 0.015, 0.009),
        "New-Thyroid": (0.949, 0.952, 0.033, 0.033),
        "Nursery-s": (1.000, 1.000, 0.000, 0.001),
        "Yeast": (0.572, 0.577, 0.025, 0.025),
    },
    "G-mean": {
        "Balance": (0.675, 0.566, 0.088, 0.190),
        "Car": (0.967, 0.954, 0.023, 0.034),
        "Connect": (0.703, 0.497, 0.013, 0.035),
        "New-Thyroid": (0.914, 0.915, 0.081, 0.075),
        "Nursery-s": (1.000, 0.999, 0.001, 0.002),
        "Yeast": (0.107, 0.000, 0.216, 0.000),
    },
    "MAUC": {
        "Balance": (0.884, 0.855, 0.032, 0.039),
        "Car": (0.993, 0.988, 0.003, 0.004),
        "Connect": (0.863, 0.852, 0.008, 0.009),
        "New-Thyroid": (0.996, 0.996, 0.010, 0.005),
        "Nursery-s": (1.000, 1.000, 0.000, 0.000),
        "Yeast": (0.861, 0.847, 0.025, 0.003),
    },
}

# Table 3.4, recalls of win, draw and loss; by its text the first matrix is that of CoMBo.
TABLE_3_4: Figures = {
    "win": {"CoMBo": 0.785, "AdaBoost.MM": 0.934},
    "draw": {"CoMBo": 0.685, "AdaBoost.MM": 0.166},
    "loss": {"CoMBo": 0.741, "AdaBoost.MM": 0.706},
}

# Table 3.1: rows of the largest class for each of the smallest.
IMBALANCE = {
    "Car": 18.62,
    "Balance": 5.88,
    "New-Thyroid": 5.00,
    "Nursery-s": 13.17,
    "Ecoli": 7.15,
    "Glass": 8.44,
    "Satimage": 2.45,
    "Yeast": 92.60,
    "Connect": 6.90,
}
CONNECT = {"win": 44473, "draw": 6449, "loss": 16635}
