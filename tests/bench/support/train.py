"""Fits the weights of src/evidence/support/support_score.rs and says how well they do on pairs they have not seen.

    cargo bench --bench support-features -- pairs.json > features.txt
    python3 tests/bench/support/train.py pairs.json features.txt

Two logistic regressions with a penalty on large weights: related (support and contradict against the
unrelated) and agreeing (support against contradict). The score is their product, times how far the
wording is covered. Folds are cut by claim, so that no claim is in both halves. Needs numpy.
"""

import json
import sys

import numpy as np

RELATED = 6  # the first so many features; the rest are those of agreeing
FEWEST_WORDS = 0.3
LABELS = ["support", "contradict", "unrelated-same-source", "unrelated"]
RELATED_WEIGHTS = dict(zip(LABELS, [1, 1, 1, 0.5]))


def logistic(z):
    return 1 / (1 + np.exp(-z))


def fit(x, y, weight, penalty):
    """Newton's method on standardised features; answers with weights for the raw ones."""
    mean, spread = x.mean(0), x.std(0) + 1e-9
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    theta = np.zeros(z.shape[1])
    ridge = np.diag([penalty] * x.shape[1] + [1e-9])
    weight = weight / weight.sum()
    for _ in range(50):
        p = logistic(z @ theta)
        slope = z.T @ (weight * (p - y)) + ridge @ theta
        curve = (z * (weight * p * (1 - p))[:, None]).T @ z + ridge
        theta -= np.linalg.solve(curve, slope)
    raw = theta[:-1] / spread
    return raw, theta[-1] - raw @ mean


def train(x, labels):
    counts = {label: (labels == label).sum() for label in LABELS}
    told = np.isin(labels, LABELS[:2])
    weight = np.array([RELATED_WEIGHTS[label] / counts[label] for label in labels])
    related = fit(x[:, :RELATED], told.astype(float), weight, 0.002)
    weight = np.array([1 / counts[label] for label in labels[told]])
    agreeing = fit(x[told][:, RELATED:], (labels[told] == "support").astype(float), weight, 0.02)
    return related, agreeing


def score(model, x):
    (related, related_base), (agreeing, agreeing_base) = model
    covered = np.minimum(1, x[:, 0] / FEWEST_WORDS) ** 3
    return covered * logistic(x[:, :RELATED] @ related + related_base) * logistic(x[:, RELATED:] @ agreeing + agreeing_base)


def area(ours, others):
    """The share of pairs in which ours is higher: the area under the ROC curve."""
    _, place, count = np.unique(np.concatenate([ours, others]), return_inverse=True, return_counts=True)
    rank = (np.cumsum(count) - (count - 1) / 2)[place]
    return (rank[: len(ours)].sum() - len(ours) * (len(ours) + 1) / 2) / len(ours) / len(others)


def report(name, scores, labels):
    ours = scores[labels == "support"]
    print(f"{name:10}", "  ".join(f"{label} {area(ours, scores[labels == label]):.3f}" for label in LABELS[1:]))


def main(pairs, features):
    claims = np.array([row["claim"] for row in json.load(open(pairs))])
    lines = [line.split() for line in open(features)]
    labels = np.array([line[0] for line in lines])
    x = np.array([[float(value) for value in line[3:]] for line in lines])
    report("now", np.array([float(line[1]) for line in lines]), labels)
    model = train(x, labels)
    report("fitted", score(model, x), labels)
    random = np.random.RandomState(0)
    for _ in range(4):
        fold_of = {claim: random.randint(5) for claim in sorted(set(claims))}
        folds = np.array([fold_of[claim] for claim in claims])
        held = np.zeros(len(x))
        for fold in range(5):
            held[folds == fold] = score(train(x[folds != fold], labels[folds != fold]), x[folds == fold])
        report("unseen", held, labels)
    for name, (weights, base) in zip(["RELATEDNESS_WEIGHTS", "AGREEMENT_WEIGHTS"], model):
        print(name, [round(float(weight), 2) for weight in weights], "base", round(float(base), 2))
    scores = score(model, x)
    for cut in np.quantile(scores[labels == "support"], [0.08, 0.1, 0.12, 0.15]):
        print(f"cut {cut:.3f}", {label: round(float((scores[labels == label] >= cut).mean()), 3) for label in LABELS})


main(*sys.argv[1:3])
