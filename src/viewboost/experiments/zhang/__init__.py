"""Zhang and Zhang: the independence of AdaBoost's hypotheses, figure 2."""
