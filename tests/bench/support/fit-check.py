"""Fits the weights of src/evidence/support/check to labelled sentences.

    python3 tests/bench/support/extra-sentences.py sentences.jsonl ... > extra.jsonl
    cargo test --bench check-differences -- sentences.jsonl ... extra.jsonl > differences.jsonl
    python3 tests/bench/support/fit-check.py differences.jsonl [--scored report-sentences] [--wrong]

Weights are never negative: a difference can only count against a claim. Figures are printed for folds by subject:
the sentences of a subject are judged by weights that were fitted on all other subjects. Files whose name contains
"extra" (sentences of the evidence itself, and claims with another passage) count half.
"""
import collections
import json
import sys

import numpy

KINDS = """Uncovered Name Figure Unit ClaimNegation EvidenceNegation Negated DroppedNegation AddedNegation Supposed
DroppedHedge Announced Universal AddedUniversal DroppedPartial Connection Cause Speaker Quotation Address Opposite
Exchange Replaced Moved Order""".split()


def fit(sizes, labels, counts, penalty=0.04, steps=4000, rate=0.3):
    """Logistic regression with weights that are zero or above, by projected gradient descent."""
    spread = sizes.std(0) + 1e-6
    scaled, share = sizes / spread, counts / counts.sum()
    weights, base = numpy.zeros(sizes.shape[1]), 1.0
    for _ in range(steps):
        error = (1 / (1 + numpy.exp(-(base - scaled @ weights))) - labels) * share
        gradient = -(scaled * error[:, None]).sum(0) + penalty * weights
        weights, base = numpy.maximum(0, weights - rate * gradient), base - rate * error.sum()
    return weights / spread, base


def main():
    rows = [json.loads(line) for line in open(sys.argv[1]) if line.startswith("{")]
    scored = sys.argv[sys.argv.index("--scored") + 1] if "--scored" in sys.argv else ""
    rows = [row for row in rows if row["language"] == "en"]
    sizes = numpy.array([row["differences"] for row in rows])
    labels = numpy.array([row["kind"].startswith("honest") for row in rows]) * 1.0
    subjects = numpy.array([row["subject"] for row in rows])
    extra = numpy.array(["extra" in row["file"] for row in rows])
    public = numpy.array([scored in row["file"] for row in rows]) & ~extra
    counts = numpy.where(extra, 0.5, 1.0)
    scores = numpy.zeros(len(rows))
    for subject in sorted(set(subjects)):
        held = subjects == subject
        weights, base = fit(sizes[~held], labels[~held], counts[~held])
        scores[held] = base - sizes[held] @ weights
    best = max(numpy.arange(-1, 1, 0.02), key=lambda line: min(margins(scores, labels, public, line)))
    for name, mask in (("scored", public), ("own", ~public & ~extra), ("extra", extra)):
        kept, stopped = rates(scores, labels, mask, best)
        print(f"{name}: kept {kept:.3f} stopped {stopped:.3f} at {best:.2f}")
        kinds = collections.defaultdict(lambda: [0, 0])
        for row, score, label in ((rows[i], scores[i], labels[i]) for i in numpy.flatnonzero(mask)):
            kinds[row["kind"]][0] += (score > best) == (label > 0)
            kinds[row["kind"]][1] += 1
        print("  ", "  ".join(f"{kind} {good}/{of}" for kind, (good, of) in sorted(kinds.items())))
    weights, base = fit(sizes, labels, counts)
    print("BASE_SCORE", round(base - best, 2))
    for kind, weight, values in zip(KINDS, weights, sizes.T):
        true, false = values[(labels > 0) & ~extra].mean(), values[(labels == 0) & ~extra].mean()
        print(f"    {weight:.2f}, // {kind}: mean {true:.3f} in true, {false:.3f} in false sentences")
    if "--wrong" in sys.argv:
        for i in numpy.flatnonzero(~extra & ((scores > best) != (labels > 0))):
            parts = [f"{kind} {size * weight:.2f}" for kind, size, weight in zip(KINDS, sizes[i], weights) if size * weight > 0.05]
            print(rows[i]["kind"], rows[i]["subject"], f"{scores[i] - best:.2f}", parts, rows[i]["claim"])


def rates(scores, labels, mask, line):
    kept, stopped = scores[mask & (labels > 0)] > line, scores[mask & (labels == 0)] <= line
    return (kept.mean() if kept.size else 1.0), (stopped.mean() if stopped.size else 1.0)


def margins(scores, labels, mask, line):
    kept, stopped = rates(scores, labels, mask, line)
    return kept - 0.88, stopped - 0.75


main()
