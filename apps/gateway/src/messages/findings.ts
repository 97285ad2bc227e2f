import { requirePart } from './require-part.js';

/** Findings of a report as HTTP shows them: how many there are, and the first ones. */
export function presentFindings<T, R>(findings: { total: number; first: T[] } | undefined, present: (item: T) => R) {
  const { total, first } = requirePart(findings);
  return { total, first: first.map(present) };
}
