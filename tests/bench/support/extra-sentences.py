"""Adds easy examples to labelled sentences: a sentence of the evidence itself, which is true, and a true claim with
another passage on the same subject, which is not supported.

    python3 tests/bench/support/extra-sentences.py sentences.jsonl ... > extra.jsonl
"""
import json
import random
import re
import sys

random.seed(1)
rows = [json.loads(line) for file in sys.argv[1:] for line in open(file) if line.strip()]
rows = [row for row in rows if row["language"] == "en"]


def show(row, **changes):
    kept = {field: row[field] for field in ("subject", "language")}
    print(json.dumps({**kept, **changes}, ensure_ascii=False))


seen = set()
for row in rows:
    piece = row["evidence"][0]
    if piece["text"] in seen:
        continue
    seen.add(piece["text"])
    sentences = re.split(r"(?<=[.!?])[\"')]*\s+(?=[\"'(A-Z0-9])", piece["text"])
    sentences = [sentence for sentence in sentences if 6 <= len(sentence.split()) <= 40]
    if sentences:
        show(row, kind="honest:verbatim", claim=random.choice(sentences), evidence=[piece])
honest = [row for row in rows if row["kind"].startswith("honest")]
for row in random.sample(honest, min(120, len(honest))):
    others = [other for other in rows if other["subject"] == row["subject"] and other["evidence"][0]["text"] != row["evidence"][0]["text"]]
    if others:
        show(row, kind="false:otherpassage", claim=row["claim"], evidence=[random.choice(others)["evidence"][0]])
