import type { Step } from '../funnel/steps.js';
import { MAX_RULES } from '../limits.js';
import type { Consequence, MatchingSettings, Rule } from '../matching/matching-settings.js';
import { type ConditionScope, checkCondition } from './check-condition.js';
import { checkTarget } from './check-tags.js';
import { checkCount, checkInteger, checkKey, checkUnique } from './check-values.js';
import type { Path, Problems } from './problems.js';

/**
 * Checks `funnels[].matching`.
 * @param steps - those that rules may name: of the published version and of the draft, as they will be.
 */
export function checkMatching(
  matching: MatchingSettings,
  steps: readonly Step[],
  path: Path,
  problems: Problems,
): void {
  const { minScore } = matching.colorType;
  if (!(minScore >= 0 && minScore <= 1))
    problems.add([...path, 'colorType', 'minScore'], 'minScore must be a number from 0 to 1.');
  checkInteger(matching.complexion.depthTolerance, [0, 4], [...path, 'complexion', 'depthTolerance'], problems);

  const at = [...path, 'rules'];
  checkCount(matching.rules, MAX_RULES, 'rules', at, problems);
  checkUnique(matching.rules, (rule) => rule.key, { path: at, field: 'key', what: 'key' }, problems);
  const scope: ConditionScope = {
    stepsWithId: (id) => steps.filter((step) => step.id === id),
    allowColorType: true,
  };
  for (const [index, rule] of matching.rules.entries()) checkRule(rule, scope, [...at, index], problems);
}

function checkRule(rule: Rule, scope: ConditionScope, path: Path, problems: Problems): void {
  checkKey(rule.key, [...path, 'key'], problems);
  if (rule.when) checkCondition(rule.when, scope, [...path, 'when'], problems);
  checkConsequences(rule.then, [...path, 'then'], problems);
  const by = rule.then.boost?.by;
  if (by !== undefined && !(by >= -1 && by <= 1))
    problems.add([...path, 'then', 'boost', 'by'], 'by must be a number from -1 to 1.');
  for (const side of ['from', 'until'] as const) {
    const date = rule[side];
    if (date !== undefined && !isDate(date))
      problems.add([...path, side], `${side} must be a day of the calendar as YYYY-MM-DD, for example 2026-10-01.`);
  }
  // Days in this form compare as text.
  if (rule.from !== undefined && rule.until !== undefined && rule.from >= rule.until)
    problems.add([...path, 'until'], 'until must be after from: it is the first day without the rule.');
}

/** What could never be meant: no consequence, or a target that no variant can meet. */
function checkConsequences(consequences: Consequence, path: Path, problems: Problems): void {
  const given = Object.entries(consequences).filter(([, target]) => target !== undefined);
  if (given.length === 0) problems.add(path, 'A rule must have at least one of exclude, require, boost and pin.');
  for (const [name, target] of given) {
    checkTarget(target, [...path, name], problems);
    if (target.tags.length + target.productIds.length + target.variantIds.length === 0)
      problems.add(
        [...path, name],
        'The target must name at least one of tags, productIds and variantIds: no variant meets an empty target.',
      );
  }
}

/** True for a day `YYYY-MM-DD` that the calendar has. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}
