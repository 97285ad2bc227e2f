import { type Condition, type Step, visitCondition } from '@svc/domain';
import type { TextKey } from '../../i18n/areas.js';
import { listValues } from '../../shared/conditions/edit-condition.js';
import { getActions, isEmptyTarget } from './actions.js';
import type { Rule } from './queries.js';

/** Why a rule cannot be saved yet. @param steps - undefined: not known, so that no name is called unknown. */
export function findProblems(rule: Rule, steps: readonly Step[] | undefined): TextKey[] {
  const actions = getActions(rule);
  const problems: TextKey[] = [];
  if (actions.length === 0) problems.push('rules.problem.no-action');
  if (actions.some(({ target }) => isEmptyTarget(target))) problems.push('rules.problem.no-target');
  if (rule.then.boost && !(Math.abs(rule.then.boost.by) <= 1)) problems.push('rules.problem.strength');
  if (rule.from && rule.until && rule.from >= rule.until) problems.push('rules.problem.dates');
  if (rule.when) problems.push(...findConditionProblems(rule.when, steps));
  return problems;
}

function findConditionProblems(condition: Condition, steps: readonly Step[] | undefined): TextKey[] {
  const problems = new Set<TextKey>();
  visitCondition(condition, (part, _, depth) => {
    if ('all' in part || 'any' in part) {
      const parts = 'all' in part ? part.all : part.any;
      // The whole condition may be empty: it always or never holds.
      if (parts.length === 0 && depth > 1) problems.add('rules.problem.no-answer');
    } else if (steps && 'step' in part && !steps.some(({ id }) => id === part.step)) {
      problems.add('rules.problem.gone');
    } else if (!('not' in part) && !('answered' in part)) {
      const values = 'colorType' in part ? part.colorType : part.in;
      if (values.length === 0) problems.add('rules.problem.no-answer');
      if (steps && 'step' in part) {
        const known = listValues(part, steps, []).map((key) => key.toLowerCase());
        if (values.some((value) => !known.includes(value.toLowerCase()))) problems.add('rules.problem.gone');
      }
    }
    return true;
  });
  return [...problems];
}
