r"""Fits the weights of src/evidence/support/figure_pair.rs and says how well they do on cases they have not seen.

    cargo bench --bench contradictions -- --features tests/bench/contradictions/*.json src/evidence/support/cases/contradictions.txt \
        answers-en.json answers-de.json > features.jsonl
    python3 tests/bench/contradictions/train.py features.jsonl

A logistic regression with a penalty on large weights. The sign of most weights is fixed: what two sentences have in
common can only speak for a contradiction of their figures. Otherwise the weights learn how the cases were written, such
as that the sentences to be found are longer. Without the articles of ../shared/data/answers, which have no contradictions, the weights flag far too much in real text.
Eight folds are cut by case. Cases whose id begins with `test` are not learned from. Needs numpy and scipy.
"""

import json
import sys

import numpy as np
from scipy.optimize import minimize

# The order of FigurePair::features, and whether a feature may only raise (1) or lower (-1) the score.
FEATURES = {
    "share of the claim's words": 1,
    "found subjects": 1,
    "found in the sentence": 1,
    "missing words": -1,
    "only in the title": -1,
    "same subject": 1,
    "has a name": 1,
    "lacks a name": -1,
    "begins with a pronoun": 1,
    "begins with a word of the claim": 1,
    "foreign name": -1,
    "time": 0,
    "plain number": 0,
    "date": 0,
    "ratio of figures": -1,
}
PENALTY = 10
FOLDS = 8
ORDERS = 3


def logistic(z):
    return 1 / (1 + np.exp(-z))


def fit(x, y):
    """Returns the weights of the raw features, and the bias."""
    mean, spread = x.mean(0), x.std(0) + 1e-6
    z = np.c_[(x - mean) / spread, np.ones(len(x))]

    def loss(theta):
        p = logistic(z @ theta)
        weights = np.append(theta[:-1], 0)
        value = -(y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12)).sum() + PENALTY / 2 * weights @ weights
        return value, z.T @ (p - y) + PENALTY * weights

    limits = {1: (0, None), -1: (None, 0), 0: (None, None)}
    bounds = [limits[sign] for sign in FEATURES.values()] + [(None, None)]
    theta = minimize(loss, np.zeros(z.shape[1]), jac=True, bounds=bounds, method="L-BFGS-B").x
    raw = theta[:-1] / spread
    return raw, theta[-1] - raw @ mean


class Cases:
    def __init__(self, rows):
        self.rows = rows
        pairs = [(number, pair) for number, row in enumerate(rows) for pair in row["pairs"]]
        self.row = np.array([number for number, _ in pairs])
        self.x = np.array([pair for _, pair in pairs], float)
        self.y = np.array([rows[number]["contradicts"] for number in self.row], float)

    def count(self, scores, threshold):
        """Returns how many contradictions are found, of how many, how many cases have a wrong flag, and how many articles."""
        flagged = {row for row, score in zip(self.row, scores) if score >= threshold}
        flagged |= {number for number, row in enumerate(self.rows) if row["is_flagged"]}
        found, wrong, contradicted = set(), set(), set()
        for number, row in enumerate(self.rows):
            contradicted |= {row["id"]} if row["is_contradicted"] else set()
            if number in flagged:
                (found if row["contradicts"] else wrong).add(row["id"])
        return len(found), len(contradicted), len(wrong), sum(case.startswith("article") for case in wrong)

    def fold_scores(self):
        ids = sorted({row["id"] for row in self.rows})
        scores = np.zeros(len(self.y))
        for order in range(ORDERS):
            np.random.RandomState(order).shuffle(ids)
            fold_of_case = {case: number % FOLDS for number, case in enumerate(ids)}
            fold = np.array([fold_of_case[self.rows[row]["id"]] for row in self.row])
            for number in range(FOLDS):
                weights, bias = fit(self.x[fold != number], self.y[fold != number])
                scores[fold == number] += logistic(self.x[fold == number] @ weights + bias) / ORDERS
        return scores


rows = [json.loads(line) for line in open(sys.argv[1]) if line.startswith("{")]
known = Cases([row for row in rows if not row["id"].startswith("test")])
test = Cases([row for row in rows if row["id"].startswith("test")])
weights, bias = fit(known.x, known.y)
fold_scores, test_scores = known.fold_scores(), logistic(test.x @ weights + bias)
print("threshold: found, contradicted, cases with a wrong flag, articles among them; in the folds and in the test cases")
for threshold in np.arange(0.3, 0.75, 0.05):
    print(f"{threshold:.2f}:", known.count(fold_scores, threshold), test.count(test_scores, threshold))
for name, weight in zip(FEATURES, weights):
    print(f"{weight:6.2f} {name}")
print(f"weights {[round(float(weight), 2) for weight in weights]}, bias {bias:.2f}")
