"""Kernels over the cost matrix; the loop's only work that touches every row."""

from __future__ import annotations

import numpy as np

from viewboost.learners._kernels.jit import kernel, part


@kernel()
def peak(F, y, log_weights, log_costs):
    """Largest off-label exponent F(i,l) - F(i,y) + ln w_i c(y,l); -inf where there is none."""
    best = -np.inf
    for i in range(F.shape[0]):
        t = y[i]
        for label in range(F.shape[1]):
            if label != t:
                e = F[i, label] - F[i, t] + log_weights[i] + log_costs[t, label]
                if e > best:
                    best = e
    return best


@kernel()
def fill(F, y, log_weights, log_costs, shift, D):
    """D(i,l) = exp(exponent - shift), D(i,y) = minus the sum of the others; returns L."""
    loss = 0.0
    for i in range(F.shape[0]):
        t = y[i]
        row = 0.0
        for label in range(F.shape[1]):
            if label != t:
                e = F[i, label] - F[i, t] + log_weights[i] + log_costs[t, label]
                D[i, label] = np.exp(e - shift)
                row += D[i, label]
        D[i, t] = -row
        loss += row
    return loss


TILE = 1024  # rows whose scores stay near while all votes are added


@kernel()
def add_votes(F, said, vectors):
    """F(i,c) += vectors[t,c] 1[said[t,i]=c], for all votes t."""
    values = np.zeros((len(vectors), vectors.shape[1] + 1))  # of prediction + 1: silence adds 0
    for t in range(len(vectors)):  # one by one: an assignment of slices takes seconds to compile
        for c in range(vectors.shape[1]):
            values[t, c + 1] = vectors[t, c]
    for start in range(0, F.shape[0], TILE):
        for t in range(len(said)):
            for i in range(start, min(start + TILE, F.shape[0])):
                p = said[t, i]
                F[i, np.uint64(max(p, 0))] += values[t, np.uint64(p + 1)]


@part
def vote_two(D, y, predictions, up, down):
    """As ``vote``, for two classes: one factor scales both costs of a row."""
    scale = np.empty(6)  # of 2 (prediction + 1) + class
    for p in range(3):
        for t in range(2):
            scale[2 * p + t] = down[p] if p == t + 1 else up[p]
    loss = 0.0
    for i in range(D.shape[0]):
        first = D[i, 0] * scale[np.uint64(2 * (predictions[i] + 1) + y[i])]
        D[i, 0], D[i, 1] = first, -first
        loss += abs(first)
    return loss


@kernel()
def vote(D, y, predictions, vector):
    """Scale D by a vote, in place, without branches, which cannot be guessed; returns the new L.

    D(i,l) grows where l is predicted wrongly; where the label is, all other costs fall.
    """
    up, down = np.ones(len(vector) + 1), np.ones(len(vector) + 1)  # of prediction + 1
    for p in range(len(vector)):
        up[p + 1], down[p + 1] = np.exp(vector[p]), np.exp(-vector[p])
    if D.shape[1] == 2:
        return vote_two(D, y, predictions, up, down)
    loss = 0.0
    for i in range(D.shape[0]):
        p, t = predictions[i], y[i]
        place = np.uint64(p + 1)
        own = 1.0 if p == t else up[place]
        every = down[place] if p == t else 1.0
        D[i, np.uint64(max(p, 0))] *= own
        D[i, t] = 0.0
        row = 0.0
        for label in range(D.shape[1]):
            cost = D[i, label] * every
            D[i, label] = cost
            row += cost
        D[i, t] = -row
        loss += row
    return loss


@kernel()
def vote_rows(F, D, y, predictions, amounts):
    """Add ``amounts[i]`` to F(i, predicted) and scale D by it, in place; returns the new L."""
    loss = 0.0
    for i in range(F.shape[0]):
        p, t = predictions[i], y[i]
        if p < 0 or amounts[i] == 0.0:
            loss -= D[i, t]
            continue
        F[i, p] += amounts[i]
        if p == t:
            D[i] *= np.exp(-amounts[i])
            loss -= D[i, t]
            continue
        D[i, p] *= np.exp(amounts[i])
        row = 0.0
        for label in range(F.shape[1]):
            if label != t:
                row += D[i, label]
        D[i, t] = -row
        loss += row
    return loss


@part
def tally_two(D, y, predictions, S):
    """As ``tally``, for two classes: without branches, since predictions cannot be guessed."""
    # Four sums in turn: one would wait for what the row before has just written.
    sums = np.zeros(32)
    for i in range(D.shape[0]):
        said = 2 * (predictions[i] + 1) + y[i]
        sums[np.uint64(8 * (i & 3) + said)] += abs(D[i, 0])
    for p in range(2):
        for t in range(2):
            k = 2 * (p + 1) + t
            total = sums[k] + sums[8 + k] + sums[16 + k] + sums[24 + k]
            S[p, t] = -total if p == t else total


@kernel()
def tally(D, y, predictions):
    """S[p, y] = sum of D(i, p) over the rows of class y that are predicted p."""
    K = D.shape[1]
    S = np.zeros((K, K))
    if K == 2:
        tally_two(D, y, predictions, S)
        return S
    for i in range(D.shape[0]):
        p = predictions[i]
        if p >= 0:
            S[p, y[i]] += D[i, p]
    return S


@kernel()
def keep_right(said, y, out):
    """Predictions of views, where one of them is right without those that are wrong (-1)."""
    known = np.zeros(len(y), np.bool_)
    for j in range(len(said)):
        for i in range(len(y)):
            known[i] |= said[j, i] == y[i]
    for j in range(len(said)):
        for i in range(len(y)):
            out[j, i] = said[j, i] if (said[j, i] == y[i]) | (not known[i]) else -1


@kernel()
def margins(D, y, said):
    """Costs of the (row, label) pairs by the margins of k views on them: 3^k sums.

    Of label l != y view j has the margin 1[said_j=y] - 1[said_j=l]; margin + 1 is the j-th
    digit, lowest first, of the place in base 3.
    """
    k, K = said.shape[0], D.shape[1]
    table = np.zeros(3**k)
    lower = np.zeros(K, np.int64)
    for i in range(D.shape[0]):
        t = y[i]
        place = len(table) // 2  # all margins zero
        power = 1
        for j in range(k):
            p = said[j, i]
            if p == t:
                place += power
            elif p >= 0:
                lower[p] += power
            power *= 3
        for label in range(K):
            if label != t:
                table[place - lower[label]] += D[i, label]
        lower[:] = 0
    return table
