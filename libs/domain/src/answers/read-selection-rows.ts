import { MAX_KEY_LENGTH, MAX_SELECTION_ROWS, MAX_STEP_ID } from '../limits.js';
import type { SelectionValue } from './answers.js';
import { isStorable } from './is-storable.js';
import { normalizeKey } from './option-keys.js';
import type { Warnings } from './warnings.js';

export interface ReadSelectionRows {
  /** Well-formed rows in the order sent, keys in lower case. */
  values: SelectionValue[];
  /** Steps that some row names, usable or not: they are not also reported as missing. */
  stepIds: ReadonlySet<number>;
}

/**
 * Reads the rows of `selectionValues` by shape alone; what is not `{ stepId: integer, selectedKey: string }` is dropped
 * with a warning. A row whose `selectedKey` is null or missing is no answer. docs/contract.md C8.12.
 */
export function readSelectionRows(body: Record<string, unknown>, warnings: Warnings): ReadSelectionRows {
  const values: SelectionValue[] = [];
  const stepIds = new Set<number>();
  const given = body.selectionValues ?? [];
  if (!Array.isArray(given)) {
    warnings.add('selectionValues', 'selectionValues is not an array and was dropped.');
    return { values, stepIds };
  }
  if (given.length > MAX_SELECTION_ROWS) {
    const kept = `the first ${MAX_SELECTION_ROWS} were read`;
    warnings.add('selectionValues', `selectionValues has ${given.length} rows; ${kept}, the others were dropped.`);
  }
  given.slice(0, MAX_SELECTION_ROWS).forEach((row: unknown, index) => {
    if (row === null) return;
    const read = readRow(row);
    if (read.stepId !== undefined && read.isAnswer) stepIds.add(read.stepId);
    if (read.problem) warnings.add('selectionValues', `selectionValues[${index}] was dropped: ${read.problem}.`);
    else if (read.stepId !== undefined && read.selectedKey !== undefined)
      values.push({ stepId: read.stepId, selectedKey: read.selectedKey });
  });
  return { values, stepIds };
}

interface Row {
  stepId?: number;
  selectedKey?: string;
  isAnswer: boolean;
  problem?: string;
}

function readRow(row: unknown): Row {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { isAnswer: false, problem: 'it is not an object { stepId, selectedKey }' };
  const { stepId, selectedKey = null } = row as Record<string, unknown>;
  if (!isStepId(stepId)) return { isAnswer: true, problem: 'its stepId is not an integer of a step' };
  if (selectedKey === null) return { stepId, isAnswer: false };
  if (typeof selectedKey !== 'string') return { stepId, isAnswer: true, problem: 'its selectedKey is not a string' };
  if (selectedKey.length > MAX_KEY_LENGTH)
    return { stepId, isAnswer: true, problem: `its selectedKey is longer than ${MAX_KEY_LENGTH} characters` };
  if (!isStorable(selectedKey))
    return { stepId, isAnswer: true, problem: 'its selectedKey has characters that cannot be stored' };
  return { stepId, selectedKey: normalizeKey(selectedKey), isAnswer: true };
}

const isStepId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_STEP_ID;
