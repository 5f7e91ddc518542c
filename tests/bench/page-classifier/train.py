"""Trains the block classifier of src/web/page/main_text/block_classifier.rs, and forests for each fold to measure it.

    pip install numpy lightgbm rapidfuzz
    cargo bench --bench page-features -- mixed.jsonl work     (and the others of SETS)
    python train.py first <folder of the unpacked pages> work src/web/page/main_text/block_classifier.forest
    cargo bench --bench page-features -- mixed.jsonl work 0   (then 1, 2, 3, 4 and all; and the others of SETS)
    python train.py second <folder of the unpacked pages> work src/web/page/main_text/block_classifier_second.forest
    cargo bench --bench page-folds -- mixed.jsonl work        (and the others)
    node score.mjs <folder of the unpacked pages> work

Needs pages whose main text is known: rows with `expected` (the text), or with `wanted` and `unwanted` parts of it.
All articles have the same weight, and each block the weight of its words. Prints the word F1 of five-fold cross-validation
first: each page is classified by a model that was trained without its site. Scores on the training pages are higher.
This score is of the blocks alone; page-folds and score.mjs give that of the whole pipeline, by which things are chosen.

The second forest is trained with what the first finds about pages that it does not know, as it will be used. So the
pages of each fold get probabilities from forests without this fold and without the one that is measured: the set of
probabilities that is named by the measured fold. In the set `all` no fold is measured; the embedded forest needs it.
"""
import collections
import json
import random
import re
import struct
import sys
from concurrent.futures import ProcessPoolExecutor

import lightgbm
import numpy
from rapidfuzz.distance import LCSseq

SETS = {"mixed": 1.0, "mixed-more": 1.0, "raw": 1.0, "raw-more": 1.0, "readability": 0.5}
FOLDS = 5
TREES = {"first": 195, "second": 66}
LEARNING_RATES = {"first": 0.1, "second": 0.15}
SETTINGS = dict(
    objective="cross_entropy", num_leaves=32, min_data_in_leaf=80, feature_fraction=0.5,
    bagging_fraction=0.7, bagging_freq=1, lambda_l2=20, extra_trees=True, max_bin=31, num_threads=1, seed=7, verbose=-1,
)
# Half of the pages with a known text are articles, whose text is seldom in doubt.
OTHER_TYPES_WEIGHT = 1.25
# Labels before the last one that belong to it, as in co.uk; and hosts whose users each have a site.
SECOND_LEVEL = set("co com org net ac gov edu go or ne gob nhs blogspot wordpress github substack medium tumblr".split())
NO_HOSTS = ("example.com", "example.org", "fakehost", "")


def site(row):
    """Returns the registrable domain of a page; pages of unknown sites are sites of their own."""
    host = re.sub(r"^https?://", "", row["url"]).split("/")[0].split(":")[0].lower()
    if host in NO_HOSTS:
        address = r"""(?:property=["']og:url["'] content|rel=["']canonical["'] href)=["']https?://([^/"']+)"""
        named = re.search(address, row["html"])
        if not named:
            return "page:" + row["id"]
        host = named.group(1).lower()
    labels = host.split(".")
    return ".".join(labels[-3 if len(labels) > 2 and labels[-2] in SECOND_LEVEL else -2 :])


def folds(folder):
    """Returns the fold of each page by its id. All pages of a site are in the same fold."""
    sites = {row["id"]: site(row) for name in SETS for row in map(json.loads, open(f"{folder}/{name}.jsonl"))}
    order = sorted(set(sites.values()))
    random.Random(5).shuffle(order)
    fold_of_site = {name: number % FOLDS for number, name in enumerate(order)}
    return {page: fold_of_site[name] for page, name in sites.items()}


def words(text):
    return re.findall(r"\w+", text.lower())


def squash(text):
    return " ".join(text.split())


def labels(row, blocks):
    """Returns the share of each block that belongs to the main text; -1 if it is unknown."""
    if "wanted" in row:
        return [segment_label(squash(block), row) for block in blocks]
    split = [words(block) for block in blocks]
    numbers = {}
    page = [numbers.setdefault(word, len(numbers)) for block in split for word in block]
    main = [numbers.setdefault(word, len(numbers)) for word in words(row["expected"])]
    found = numpy.zeros(len(page), bool)
    for step in LCSseq.opcodes(page, main):
        if step.tag == "equal":
            found[step.src_start : step.src_end] = True
    ends = numpy.cumsum([len(block) for block in split])
    return [found[end - len(block) : end].mean() if block else 0.0 for block, end in zip(split, ends)]


def segment_label(text, row):
    if any(squash(piece) in text for piece in row["unwanted"]):
        return 0.0
    is_wanted = any(squash(piece) in text or (len(text) > 20 and text in squash(piece)) for piece in row["wanted"])
    return 1.0 if is_wanted else -1.0


class Pages:
    def __init__(self, name, folder, work, fold_of_page):
        rows = {row["id"]: row for row in map(json.loads, open(f"{folder}/{name}.jsonl"))}
        pages = list(map(json.loads, open(f"{work}/{name}.blocks")))
        self.rows = [rows[page["id"]] for page in pages]
        self.blocks = [page["blocks"] for page in pages]
        self.page = numpy.repeat(range(len(pages)), [len(blocks) for blocks in self.blocks])
        self.y = numpy.array([label for row, blocks in zip(self.rows, self.blocks) for label in labels(row, blocks)])
        self.x = numpy.fromfile(f"{work}/{name}.f32", "<f4").reshape(len(self.y), -1)
        self.words = numpy.array([len(words(block)) for blocks in self.blocks for block in blocks], float)
        # Parts that were selected by hand are more important than their length suggests.
        minimum = 8 if "wanted" in self.rows[0] else 2
        weight = (self.words + minimum) * (self.y >= 0)
        total = numpy.bincount(self.page, weight, len(pages))
        kinds = [1.0 if row.get("type") in ("article", "segments") else OTHER_TYPES_WEIGHT for row in self.rows]
        self.weight = weight / numpy.maximum(total[self.page], 1) * 300 * SETS[name] * numpy.array(kinds)[self.page]
        self.fold = numpy.array([fold_of_page[page["id"]] for page in pages])[self.page]

    def f1(self, probabilities):
        """Returns the mean word F1 of the pages, by their type."""
        scores = collections.defaultdict(list)
        for number, (row, blocks) in enumerate(zip(self.rows, self.blocks)):
            if "expected" not in row:
                continue
            here = self.page == number
            kept = probabilities[here] >= best_threshold(probabilities[here], self.words[here])
            found = collections.Counter(word for block, keep in zip(blocks, kept) if keep for word in words(block))
            main = collections.Counter(words(row["expected"]))
            both = (found & main).total()
            scores[row["type"]].append(2 * both / max(1, found.total() + main.total()))
        return {kind: round(float(numpy.mean(all)), 3) for kind, all in sorted(scores.items())}


def best_threshold(probabilities, counts):
    order = numpy.argsort(-probabilities)
    right = numpy.cumsum((probabilities * counts)[order])
    if not len(right) or right[-1] == 0:
        return 0.5
    return (2 * right / (numpy.cumsum(counts[order]) + right[-1])).max() / 2


def train(sets, step, without=()):
    chosen = [(pages.y >= 0) & ~numpy.isin(pages.fold, without) for pages in sets]
    join = lambda what: numpy.concatenate([getattr(pages, what)[rows] for pages, rows in zip(sets, chosen)])
    settings = SETTINGS | {"learning_rate": LEARNING_RATES[step]}
    return lightgbm.train(settings, lightgbm.Dataset(join("x"), join("y"), weight=join("weight")), TREES[step])


def upper_half(number):
    """Returns the two upper bytes of a number as f32, rounded to the nearest."""
    return min(0xFFFF, (int(numpy.float32(number).view(numpy.uint32)) + 0x8000) >> 16)


def write(forest, width, path):
    """Writes the format of decision_forest.rs."""
    trees = [tree["tree_structure"] for tree in forest.dump_model()["tree_info"]]
    thresholds = [set() for _ in range(width)]

    def gather(node):
        if "split_feature" in node:
            thresholds[node["split_feature"]].add(upper_half(node["threshold"]))
            gather(node["left_child"])
            gather(node["right_child"])

    for tree in trees:
        gather(tree)
    thresholds = [sorted(all) for all in thresholds]
    out = struct.pack("<HH", width, len(trees))
    for all in thresholds:
        out += struct.pack(f"<B{len(all)}H", len(all), *all)
    for tree in trees:
        shape, forks, leaves = [], [], []

        def flatten(node):
            is_fork = "split_feature" in node
            shape.append(is_fork)
            if is_fork:
                feature = node["split_feature"]
                forks.append((feature, thresholds[feature].index(upper_half(node["threshold"]))))
                flatten(node["left_child"])
                flatten(node["right_child"])
            else:
                leaves.append(node["leaf_value"])

        flatten(tree)
        exponent = max(0, int(numpy.floor(numpy.log2(127 / max(map(abs, leaves))))))
        out += struct.pack("<QB", sum(bit << at for at, bit in enumerate(shape)), exponent)
        out += b"".join(struct.pack("<BB", *fork) for fork in forks)
        out += struct.pack(f"<{len(leaves)}b", *(round(leaf * 2**exponent) for leaf in leaves))
    open(path, "wb").write(out)
    print(f"{path}: {len(out)} bytes")


def train_and_predict(without):
    """Returns a first forest without these folds, and what it finds about their pages."""
    forest = train(sets, "first", without)
    return forest, [forest.predict(pages.x, num_threads=1) * numpy.isin(pages.fold, without) for pages in sets]


def train_first(work, path):
    pairs = [(one, other) for one in range(FOLDS) for other in range(one, FOLDS)]
    with ProcessPoolExecutor() as pool:
        found = dict(zip(pairs, pool.map(train_and_predict, pairs)))
    width = sets[0].x.shape[1]
    for measured in [*range(FOLDS), "all"]:
        for number, (name, pages) in enumerate(zip(SETS, sets)):
            probabilities = numpy.zeros(len(pages.y), "<f4")
            for fold in range(FOLDS):
                pair = tuple(sorted((fold, fold if measured == "all" else measured)))
                here = pages.fold == fold
                probabilities[here] = found[pair][1][number][here]
            probabilities.tofile(f"{work}/{name}.{measured}.probabilities")
            if measured == "all":
                print(f"{name}, cross-validated: {pages.f1(probabilities)}")
        if measured != "all":
            write(found[measured, measured][0], width, f"{work}/fold-{measured}.first.forest")
    write(train(sets, "first"), width, path)


def train_second(work, path):
    def read_features(measured):
        for name, pages in zip(SETS, sets):
            pages.x = numpy.fromfile(f"{work}/{name}.{measured}.f32", "<f4").reshape(len(pages.y), -1)

    unseen = [numpy.zeros(len(pages.y)) for pages in sets]
    for fold in range(FOLDS):
        read_features(fold)
        forest = train(sets, "second", [fold])
        write(forest, sets[0].x.shape[1], f"{work}/fold-{fold}.second.forest")
        for pages, probabilities in zip(sets, unseen):
            probabilities[pages.fold == fold] = forest.predict(pages.x[pages.fold == fold])
    for name, pages, probabilities in zip(SETS, sets, unseen):
        print(f"{name}, cross-validated: {pages.f1(probabilities)}")
    read_features("all")
    write(train(sets, "second"), sets[0].x.shape[1], path)


if __name__ == "__main__":
    step, folder, work, path = sys.argv[1:]
    fold_of_page = folds(folder)
    json.dump(fold_of_page, open(f"{work}/folds.json", "w"))
    sets = [Pages(name, folder, work, fold_of_page) for name in SETS]
    {"first": train_first, "second": train_second}[step](work, path)
