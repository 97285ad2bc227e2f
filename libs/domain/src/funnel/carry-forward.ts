import { normalizeKey } from '../answers/option-keys.js';
import type { Selection, Step } from './steps.js';

/**
 * Steps of the next version with the histories of the previous one: `formerKeys` and `formerIds` grow by those of every
 * option and step that they continue or take over, so that an answer to any earlier version still finds its option when
 * a chain of renames runs over several versions. docs/management.md "Versions".
 *
 * What the next version states itself wins: a present key or id, and one that another option or step lists, is not carried.
 * Listed entries come first, in their order; carried ones follow. Pure; carrying the same version again adds nothing.
 * @param previous - steps of the version that was published before; undefined for the first.
 */
export function carryForward(next: readonly Step[], previous: readonly Step[] | undefined): Step[] {
  if (!previous) return next.map((step) => ({ ...step }));
  const takenIds = new Set(next.flatMap((step) => [step.id, ...step.formerIds]));
  return next.map((step) => {
    const before = previous.filter((old) => old.id === step.id || step.formerIds.includes(old.id));
    return {
      ...step,
      formerIds: [
        ...step.formerIds,
        ...claim(
          takenIds,
          before.flatMap((old) => old.formerIds),
        ),
      ],
      selections: carrySelections(
        step.selections,
        before.flatMap((old) => old.selections),
      ),
    };
  });
}

function carrySelections(next: readonly Selection[], previous: readonly Selection[]): Selection[] {
  const taken = new Set(next.flatMap((selection) => [selection.key, ...selection.formerKeys].map(normalizeKey)));
  return next.map((selection) => {
    const own = new Set([selection.key, ...selection.formerKeys].map(normalizeKey));
    const before = previous.filter((old) => own.has(normalizeKey(old.key)));
    const carried = claim(
      taken,
      before.flatMap((old) => old.formerKeys.map(normalizeKey)),
    );
    return { ...selection, formerKeys: [...selection.formerKeys, ...carried] };
  });
}

/** Returns each candidate that is not yet taken, once, and marks it as taken. */
function claim<T>(taken: Set<T>, candidates: readonly T[]): T[] {
  const claimed: T[] = [];
  for (const candidate of candidates) {
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    claimed.push(candidate);
  }
  return claimed;
}
