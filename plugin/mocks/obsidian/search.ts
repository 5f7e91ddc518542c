/**
 * The app's fuzzy matcher, and how its matches are shown. Scores are below zero, and closer to zero is better, as the
 * app documents; the exact numbers are ours.
 */
import type { SearchMatches, SearchMatchPart, SearchResult } from "obsidian";

type Matcher = (text: string) => SearchResult | null;

/** Matches one word of the query as letters in order: first in one piece, then letter by letter. */
function fuzzyWord(word: string, text: string): SearchMatchPart[] | null {
  const start = bestRun(word, text);
  if (start >= 0) return [[start, start + word.length]];
  const parts: SearchMatchPart[] = [];
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return null;
    const last = parts[parts.length - 1];
    if (last && last[1] === at) last[1] = at + letter.length;
    else parts.push([at, at + letter.length]);
    from = at + letter.length;
  }
  return parts;
}

/** Returns the offset of the word in one piece, preferably at the start of a word. */
function bestRun(word: string, text: string): number {
  let at = text.indexOf(word);
  const first = at;
  while (at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) at = text.indexOf(word, at + 1);
  return at >= 0 ? at : first;
}

function merge(parts: SearchMatchPart[]): SearchMatches {
  const sorted = parts.sort((a, b) => a[0] - b[0]);
  const merged: SearchMatchPart[] = [];
  for (const [start, end] of sorted) {
    const last = merged[merged.length - 1];
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

function score(matches: SearchMatches, text: string): number {
  const first = matches[0]?.[0] ?? 0;
  return -(matches.length - 1) - first / 100 - text.length / 1000;
}

function prepare(query: string, findWord: (word: string, text: string) => SearchMatchPart[] | null): Matcher {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    const found: SearchMatchPart[] = [];
    for (const word of words) {
      const parts = findWord(word, lower);
      if (!parts) return null;
      found.push(...parts);
    }
    const matches = merge(found);
    return { score: words.length === 0 ? 0 : score(matches, text), matches };
  };
}

export function prepareFuzzySearch(query: string): Matcher {
  return prepare(query, fuzzyWord);
}

export function renderMatches(
  el: HTMLElement | DocumentFragment,
  text: string,
  matches: SearchMatches | null,
  offset = 0,
): void {
  let at = 0;
  for (const [start, end] of matches ?? []) {
    const from = Math.max(at, start + offset);
    const to = Math.min(text.length, end + offset);
    if (to <= from) continue;
    el.append(text.slice(at, from));
    el.append(createSpan({ cls: "suggestion-highlight", text: text.slice(from, to) }));
    at = to;
  }
  el.append(text.slice(at));
}

export function renderResults(el: HTMLElement, text: string, result: SearchResult, offset?: number): void {
  renderMatches(el, text, result.matches, offset);
}
