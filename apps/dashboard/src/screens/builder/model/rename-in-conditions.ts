import { type Condition, normalizeKey } from '@svc/domain';
import { changeStep } from '../../../shared/edit/model/change-steps.js';
import type { Option, Step } from '../../../shared/edit/model/steps.js';
import { carrySwatches } from '../swatches/swatches.js';

/** The options of a question. Conditions that name one whose key was changed name its new key, and its color follows. */
export function changeOptions(steps: readonly Step[], id: number, selections: Option[]): Step[] {
  const before = steps.find((step) => step.id === id)?.selections ?? [];
  const renamed = findRenamed(before, selections);
  const changed = carrySwatches(changeStep(steps, id, { selections }), id, renamed);
  if (renamed.size === 0) return changed;
  return changed.map((step) =>
    step.showWhen === null ? step : { ...step, showWhen: renameKeys(step.showWhen, id, renamed) },
  );
}

/** Old key → new key, in lower case. An option is the same when it stands at the same place and both keys occur once. */
function findRenamed(before: readonly Option[], after: readonly Option[]): Map<string, string> {
  const renamed = new Map<string, string>();
  if (before.length !== after.length) return renamed;
  const [was, is] = [before, after].map((options) => options.map(({ key }) => normalizeKey(key))) as [
    string[],
    string[],
  ];
  for (const [index, key] of was.entries()) {
    const next = after[index]?.key as string;
    if (!is.includes(key) && !was.includes(normalizeKey(next)) && was.filter((each) => each === key).length === 1)
      renamed.set(key, next);
  }
  return renamed;
}

function renameKeys(condition: Condition, id: number, renamed: ReadonlyMap<string, string>): Condition {
  const rename = (part: Condition) => renameKeys(part, id, renamed);
  if ('all' in condition) return { all: condition.all.map(rename) };
  if ('any' in condition) return { any: condition.any.map(rename) };
  if ('not' in condition) return { not: rename(condition.not) };
  if (!('step' in condition) || condition.step !== id || !('in' in condition)) return condition;
  return { ...condition, in: condition.in.map((key) => renamed.get(normalizeKey(key)) ?? key) };
}
