import { migrateAnswers } from '../answers/migrate-answers.js';
import { findSelection, normalizeKey } from '../answers/option-keys.js';
import { MAX_FORMER } from '../limits.js';
import { indexSteps, type StepIndex } from './step-index.js';
import { isCustomStep, type Step } from './steps.js';

/**
 * Steps that bring an earlier version back without losing the answers that were given since: where a later version renamed
 * an option or replaced a step, the option lists the newer key as a former one and the step the newer id, so that answers
 * to the later versions migrate back. Everything else is as it was.
 *
 * Answers that the earlier version understood mean what they meant: a key or an id that it has or lists itself is never
 * given away. Of several options that a later version made one, the first takes the answers; a later version's answers to
 * a step or an option that the earlier one does not have, or has under another meaning, find nothing, as ever.
 * Publishing the result carries the histories of the current version forward (`carryForward`). An option or a step has at
 * most MAX_FORMER histories; the newest renames are listed first. Pure.
 * @param target - steps of the version to bring back, as they were published.
 * @param later - steps of the versions that were published after it, oldest first; the last one is the current one.
 */
export function rollBackSteps(target: readonly Step[], later: readonly (readonly Step[])[]): Step[] {
  const claims = new Claims(target);
  // The newest first: a key that changed its meaning twice has the one that shoppers saw last.
  for (const version of [...later].reverse()) claimInverses(target, indexSteps(version), claims);
  return target.map((step) => ({
    ...step,
    formerIds: [...step.formerIds, ...claims.getIds(step)].slice(0, MAX_FORMER),
    selections: step.selections.map((option) => ({
      ...option,
      formerKeys: [...option.formerKeys, ...claims.getKeys(step, option.key)].slice(0, MAX_FORMER),
    })),
  }));
}

/** Where each option of the target went in a later version is what has to come back to it; then what a version says so of. */
function claimInverses(target: readonly Step[], version: StepIndex, claims: Claims): void {
  const custom = target.filter(isCustomStep);
  for (const step of custom) {
    for (const { key } of step.selections) {
      const [now] = migrateAnswers([{ stepId: step.id, selectedKey: key }], version).values;
      if (!now) continue;
      const arrives = now.stepId === step.id || claims.claimId(step, now.stepId);
      if (arrives) claims.claimKey(step, key, now.selectedKey);
    }
  }
  // Keys that changed places: `b`, formerly `a`, and `c`, formerly `b`. No answer `b` becomes `c`, yet `c` is what `b` was.
  for (const step of custom) {
    for (const { key, formerKeys } of version.byId.get(step.id)?.step.selections ?? []) {
      const was = formerKeys.find((former) => findSelection(step, former));
      if (was !== undefined) claims.claimKey(step, was, normalizeKey(key));
    }
  }
}

/** Former ids and keys that the target's steps and options list in addition to their own. */
class Claims {
  readonly #target: StepIndex;
  /** Ids that the target knows: present ones and former ones. They keep their meaning. */
  readonly #knownIds: ReadonlySet<number>;
  readonly #ids = new Map<number, number[]>();
  /** By step id: claimed key to the option's key, both in lower case. */
  readonly #keys = new Map<number, Map<string, string>>();

  constructor(target: readonly Step[]) {
    this.#target = indexSteps(target);
    this.#knownIds = new Set(target.flatMap(({ id, formerIds }) => [id, ...formerIds]));
  }

  getIds(step: Step): number[] {
    return this.#ids.get(step.id) ?? [];
  }

  getKeys(step: Step, key: string): string[] {
    const claimed = this.#keys.get(step.id) ?? new Map<string, string>();
    return [...claimed].flatMap(([former, option]) => (option === normalizeKey(key) ? [former] : []));
  }

  /** @returns whether answers to a step with this id come to `step`. */
  claimId(step: Step, id: number): boolean {
    if (step.formerIds.includes(id)) return true;
    if (this.#knownIds.has(id)) return false;
    const ids = this.getIds(step);
    if (!ids.includes(id)) this.#ids.set(step.id, [...ids, id]);
    return true;
  }

  claimKey(step: Step, key: string, former: string): void {
    const knows = (id: number) => this.#target.byId.get(id)?.currentKey(former) !== undefined;
    if (knows(step.id)) return;
    // An answer to a step that was split goes to the first part that knows its key: it must not find another one now.
    const siblings = step.formerIds.flatMap((id) => this.#target.successors.get(id) ?? []);
    if (siblings.some((sibling) => knows(sibling.step.id))) return;
    const claimed = this.#keys.get(step.id) ?? new Map<string, string>();
    this.#keys.set(step.id, claimed);
    if (!claimed.has(former)) claimed.set(former, normalizeKey(key));
  }
}
