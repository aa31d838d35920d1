"""Leskes (2005): AgreementBoost, figures 1 and 2."""
