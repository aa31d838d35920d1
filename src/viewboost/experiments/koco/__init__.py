"""Koço (2013), the thesis: MuMBo, CoMBo, Carako and muCoMBo, chapters 2 to 4."""
