/** Comparisons for one answer at most: a few milliseconds. */
const MAX_COMPARISONS = 100_000;

/** Edits that a slip of the pen makes: one in a short tag, two in a longer one. */
const maxEdits = (tag: string): number => (tag.length < 8 ? 1 : 2);

/**
 * For each tag the known one that is spelled most like it; letter case does not count. Of equally near ones the first by code
 * unit. Tags that are like no other are left out.
 */
export function nearestTags(tags: readonly string[], known: readonly string[]): Map<string, string> {
  const candidates = [...new Set(known)].sort();
  const lower = candidates.map((tag) => tag.toLowerCase());
  const found = new Map<string, string>();
  for (const tag of tags.slice(0, Math.floor(MAX_COMPARISONS / Math.max(1, candidates.length)))) {
    let least = maxEdits(tag) + 1;
    for (const [at, candidate] of candidates.entries()) {
      if (candidate === tag) continue;
      const edits = editsBetween(tag.toLowerCase(), lower[at]!, least - 1);
      if (edits >= least) continue;
      least = edits;
      found.set(tag, candidate);
    }
  }
  return found;
}

/**
 * Letters to insert, take out, replace or swap with their neighbor until one text is the other; `max + 1` for more than
 * `max`. Optimal string alignment, of which only the diagonals within `max` are looked at.
 */
export function editsBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next: number[] = new Array(b.length + 1).fill(max + 1);
    next[0] = row;
    let least = row;
    for (let column = Math.max(1, row - max); column <= Math.min(b.length, row + max); column += 1) {
      const replaced = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let edits = Math.min(replaced, last[column]! + 1, next[column - 1]! + 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, before[column - 2]! + 1);
      next[column] = edits;
      least = Math.min(least, edits);
    }
    if (least > max) return max + 1;
    [before, last] = [last, next];
  }
  return Math.min(last[b.length]!, max + 1);
}
