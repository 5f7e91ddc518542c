"""Draws forty identifiers and forty comments of the project, for somebody new to read: each with its file, its
declaration and the type around it. `python tests/bench/draw-names.py <seed>`."""

import random
import re
import subprocess
import sys

RUST_ITEM = re.compile(
    r"^\s*(?:pub(?:\([^)]*\))? )?(?:async )?(fn|struct|enum|trait|const(?! fn)|static|type|mod) (\w+)", re.M
)
RUST_FIELD = re.compile(r"^\s*pub (\w+): ", re.M)
RUST_OWNER = re.compile(
    r"^( *)(?:pub(?:\([^)]*\))? )?(?:unsafe )?(?:struct|enum|trait|impl(?:<[^>]*>)?)\s+([^{;\n]*)", re.M
)
RUST_COMMENT = re.compile(r"(?:^[ \t]*//[/!]?[^\n]*\n)+", re.M)
TYPESCRIPT_ITEM = re.compile(r"^\s*(?:export )?(?:async )?(function|class|interface|type|const) (\w+)", re.M)
TYPESCRIPT_COMMENT = re.compile(r"/\*\*(.*?)\*/", re.S)


def declaration(text, at):
    """The line at an offset, up to its body, without attributes above it."""
    rest = re.sub(r"^(\s*#\[[^\n]*\n)+", "", text[text.rfind("\n", 0, at) + 1 :])
    return re.sub(r"\s+", " ", re.split(r"(?<=[{;,])\n|\{\n", rest)[0].strip())[:180]


def owner(text, at, indent):
    """The type around a field or method; empty for an item of a module."""
    found = [m[2] for m in RUST_OWNER.finditer(text, 0, at) if len(m[1]) < indent]
    return re.sub(r"\bwhere\b.*", "", found[-1]).strip() if found and indent else ""


def read_rust(text):
    text = re.split(r"#\[cfg\(test\)\]\n(?:pub )?mod tests", text)[0]
    for m in RUST_ITEM.finditer(text):
        indent = len(re.match(r"\s*", m[0])[0].split("\n")[-1])
        yield "ID", f"{m[1]} {m[2]}", declaration(text, m.start(2)), owner(text, m.start(), indent)
    for m in RUST_FIELD.finditer(text):
        yield "ID", f"field {m[1]}", declaration(text, m.start(1)), owner(text, m.start(1), 4)
    for m in RUST_COMMENT.finditer(text):
        words = " ".join(re.sub(r"^\s*//[/!]? ?", "", line) for line in m[0].strip().split("\n"))
        yield "COMMENT", words, declaration(text, m.end()), ""


def read_typescript(text):
    for m in TYPESCRIPT_ITEM.finditer(text):
        yield "ID", f"{m[1]} {m[2]}", declaration(text, m.start(2)), ""
    for m in TYPESCRIPT_COMMENT.finditer(text):
        yield "COMMENT", re.sub(r"\s*\n\s*\*? ?", " ", m[1]).strip(), declaration(text, m.end() + 1), ""


def main():
    random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 14)
    listing = subprocess.run(["git", "ls-files", "src", "plugin/src"], capture_output=True, text=True, check=True)
    rows = {"ID": [], "COMMENT": []}
    for file in listing.stdout.split():
        if "tests" in file or not file.endswith((".rs", ".ts")):
            continue
        with open(file, encoding="utf-8") as source:
            text = source.read()
        for kind, shown, below, around in (read_rust if file.endswith(".rs") else read_typescript)(text):
            rows[kind].append(f"{kind} {shown} | {file} | " + (f"in: {around} | " if around else "") + below)
    for kind, found in rows.items():
        print(f"{len(found)} of kind {kind}; forty of them:")
        print("\n".join(random.sample(found, 40)))


main()
