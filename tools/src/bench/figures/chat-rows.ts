import type { Row } from '../compare.js';

export const TURNS_PER_SECOND = 50;
/** Time of a turn that failed: it never had a first block. */
export const FAILED = Number.POSITIVE_INFINITY;
/** Time until the first block of an answer, milliseconds. docs/chat.md T11.4. */
const MUST = [
  ['p95', 0.95, 150],
  ['p99', 0.99, 500],
] as const;

/** The figures of turns, as measured time over the longest that is allowed. @param times - milliseconds, not sorted. */
export function toChatRows(times: readonly number[]): Row[] {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? FAILED;
  const failures = times.filter((time) => time === FAILED).length;
  const note = `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms of ${times.length} turns, ${failures} failed`;
  return MUST.map(([name, share, must]) => ({
    ...{ id: 'chat', figure: `first block of an answer, ${TURNS_PER_SECOND} turns a second, ${name} of ${must} ms` },
    ...{ ratio: at(share) / must, must: '≤ 1', note },
  }));
}
