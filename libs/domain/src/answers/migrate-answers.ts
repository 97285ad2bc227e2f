import { type StepIndex, toIndex, type VersionSteps } from '../funnel/step-index.js';
import { stepKind } from '../funnel/step-types.js';
import type { Step } from '../funnel/steps.js';
import type { SelectionValue } from './answers.js';
import { normalizeKey } from './option-keys.js';

export type DropReason =
  /** No step of the target has this id, and none lists it in `formerIds`. */
  | 'unknown-step'
  /** The step has no such option, and no option lists the key in `formerKeys`. */
  | 'unknown-key'
  /** The step is a built-in one, whose answer is a scalar field. */
  | 'built-in-step'
  /** A single-selection step already has a row. */
  | 'second-answer';

/** What migration did to one row; rows that stay as they are make no change. */
export type AnswerChange =
  | { kind: 'renamed'; from: SelectionValue; to: SelectionValue }
  | { kind: 'moved'; from: SelectionValue; to: SelectionValue }
  | { kind: 'dropped'; from: SelectionValue; stepId: number; reason: DropReason };

export interface MigratedAnswers {
  /** In the order of the given rows; keys in lower case; every row names an option of a custom step of the target. */
  values: SelectionValue[];
  /** In the order of the given rows. */
  changes: AnswerChange[];
}

/**
 * Migrates answers of any earlier version to a version with these steps. Pure and idempotent: migrating the result again
 * changes nothing. Equal rows of a multi-selection step collapse silently.
 * docs/contract.md C16: step and key exist, kept; key in `formerKeys`, renamed; step in `formerIds`, moved;
 * otherwise dropped. Where several steps list one former id, the first in order that knows the key takes the row.
 * Cost: rows + steps + options and former keys of the steps concerned.
 */
export function migrateAnswers(rows: readonly SelectionValue[], steps: VersionSteps): MigratedAnswers {
  const target = toIndex(steps);
  const chosen = new Map<number, Set<string>>();
  const result: MigratedAnswers = { values: [], changes: [] };

  for (const row of rows) {
    const from = { stepId: row.stepId, selectedKey: normalizeKey(row.selectedKey) };
    const place = locate(from, target);
    if ('reason' in place) {
      result.changes.push({ kind: 'dropped', from, stepId: from.stepId, reason: place.reason });
      continue;
    }
    const { step, key } = place;
    const keys = chosen.get(step.id) ?? new Set<string>();
    chosen.set(step.id, keys);
    if (stepKind(step.type) === 'single' && keys.size > 0) {
      result.changes.push({ kind: 'dropped', from, stepId: step.id, reason: 'second-answer' });
      continue;
    }
    const to = { stepId: step.id, selectedKey: key };
    if (to.stepId !== from.stepId) result.changes.push({ kind: 'moved', from, to });
    else if (to.selectedKey !== from.selectedKey) result.changes.push({ kind: 'renamed', from, to });
    if (!keys.has(key)) result.values.push(to);
    keys.add(key);
  }
  return result;
}

type Place = { step: Step; key: string } | { reason: DropReason };

function locate({ stepId, selectedKey }: SelectionValue, target: StepIndex): Place {
  const targetStep = target.byId.get(stepId);
  if (targetStep && !targetStep.isCustom) return { reason: 'built-in-step' };
  const candidates = targetStep ? [targetStep] : (target.successors.get(stepId) ?? []);
  for (const { step, currentKey } of candidates) {
    const key = currentKey(selectedKey);
    if (key !== undefined) return { step, key };
  }
  return { reason: candidates.length > 0 ? 'unknown-key' : 'unknown-step' };
}
