/** The first class has times below this, milliseconds; each further one ends 10 % later. */
const FIRST_MS = 100;
const GROWTH = 1.1;
/** Times above two hours are in the last one. */
const LAST = 118;

/** Class of a time. Percentiles of classes are at most 5 % off. docs/insight.md N11.4. */
export function toTimeClass(ms: number): number {
  if (ms < FIRST_MS) return 0;
  return Math.min(LAST, 1 + Math.floor(Math.log(ms / FIRST_MS) / Math.log(GROWTH)));
}

/** The middle of a class, milliseconds. */
const toMs = (timeClass: number): number =>
  timeClass === 0 ? FIRST_MS / 2 : Math.round(FIRST_MS * GROWTH ** (timeClass - 0.5));

/** The time that the given share of the visits is below; undefined without visits. @param counts - visits by class. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | undefined {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const timeClass of [...counts.keys()].sort((a, b) => a - b)) {
    below += counts.get(timeClass) as number;
    if (below >= share * total && total > 0) return toMs(timeClass);
  }
  return undefined;
}
