"""Janodet, Sebban and Suchier (2009): 2-Boost, tables 1 and 2, figure 2."""
