"""Yang, Yuan and Liu (2009): RegionBoost, figures 2 to 4, tables 1 to 3."""
