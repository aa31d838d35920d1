"""Speed, memory and accuracy beside the peers, in one run on one machine."""
