import type { Row } from '../compare.js';

/** How often a shopper who completes a questionnaire and sees the results does what `capacity-figures.ts` measures. */
const OPERATIONS: Readonly<Record<string, number>> = {
  'page with its JSON': 1,
  create: 1,
  'match, 2,000 variants': 1,
  'match from memory': 1,
  'batch of 10 events': 3,
  'report of a visit': 3,
};

/**
 * Processor time of the programs for one completed questionnaire: the sum of what it consists of.
 * @param rows - measured operations, milliseconds.
 * @throws Error when an operation was not measured.
 */
export function toCompletion(rows: readonly Row[]): Row {
  const total = Object.entries(OPERATIONS).reduce((sum, [figure, times]) => {
    const row = rows.find((one) => one.figure === figure);
    if (row === undefined) throw new Error(`${figure} was not measured.`);
    return sum + row.ratio * times;
  }, 0);
  const perCore = 1_000 / total;
  return {
    id: 'capacity',
    figure: 'one completed questionnaire, without delivery and selfie',
    ratio: total,
    note: `ms; ${Math.round(perCore)}/s per core of the programs`,
  };
}
