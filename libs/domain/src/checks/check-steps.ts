import { inOrder } from '../answers/option-keys.js';
import { isWebhookProperty } from '../blueprint/webhook-properties.js';
import { getStepType } from '../funnel/step-types.js';
import { isCustomStep, type Step } from '../funnel/steps.js';
import { MAX_FORMER, MAX_STEP_ID, MAX_STEPS } from '../limits.js';
import { type ConditionScope, checkCondition } from './check-condition.js';
import { checkSelections } from './check-selections.js';
import { checkStepSettings } from './check-step-settings.js';
import { checkCount, checkInteger, checkLocalized, checkUnique } from './check-values.js';
import { createProblems, type Path, type Problem, type Problems } from './problems.js';

const STEP_KEY = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * Checks the steps of one version, defaults filled in, in any order.
 * @param context.subdomain - of the funnel: `<sub-domain>_all` is a property of its webhook payload.
 * @param context.path - where the list stands in the blueprint. docs/management.md "Steps".
 */
export function checkSteps(steps: readonly Step[], context: { subdomain?: string; path?: Path } = {}): Problem[] {
  const problems = createProblems();
  checkStepList(steps, { subdomain: context.subdomain ?? '', path: context.path ?? [] }, problems);
  return problems.list();
}

/** As `checkSteps`, into problems that are being collected. */
export function checkStepList(
  steps: readonly Step[],
  { subdomain, path }: { subdomain: string; path: Path },
  problems: Problems,
): void {
  checkCount(steps, MAX_STEPS, 'steps', path, problems);
  checkUnique(steps, (step) => step.id, { path, field: 'id', what: 'id' }, problems);
  checkUnique(steps, (step) => step.key, { path, field: 'key', what: 'key' }, problems);
  checkUnique(
    steps,
    (step) => (isCustomStep(step) ? undefined : step.type),
    { path, field: 'type', what: 'type of a built-in step' },
    problems,
  );
  const getScope = showWhenScopes(steps);
  steps.forEach((step, index) => {
    const at = [...path, index];
    checkInteger(step.id, [0, MAX_STEP_ID], [...at, 'id'], problems);
    checkInteger(step.orderNumber, [-MAX_STEP_ID, MAX_STEP_ID], [...at, 'orderNumber'], problems);
    checkStepKey(step.key, subdomain, [...at, 'key'], problems);
    checkLocalized(step.title, [...at, 'title'], problems, true);
    checkFormerIds(step, steps, [...at, 'formerIds'], problems);
    checkSelections(step, [...at, 'selections'], problems);
    checkStepSettings(step, [...at, 'settings'], problems);
    if (step.showWhen) checkCondition(step.showWhen, getScope(step), [...at, 'showWhen'], problems);
  });
}

function checkStepKey(key: string, subdomain: string, path: Path, problems: Problems): void {
  if (!STEP_KEY.test(key))
    problems.add(path, 'The key must start with a–z, continue with a–z, 0–9 or "_", and have at most 40 characters.');
  else if (isWebhookProperty(key, subdomain))
    problems.add(path, `The key must be another one: "${key}" is a property of the webhook payload.`);
}

function checkFormerIds(step: Step, steps: readonly Step[], path: Path, problems: Problems): void {
  checkCount(step.formerIds, MAX_FORMER, 'former ids', path, problems);
  step.formerIds.forEach((id, index) => {
    if (steps.some((other) => other.id === id))
      problems.add(
        [...path, index],
        `The former id must not be ${id}: a step with this id still exists, so its answers stay with it.`,
      );
    else checkInteger(id, [0, MAX_STEP_ID], [...path, index], problems);
  });
}

/** What each step's `showWhen` may ask: the steps before it. docs/matching.md M6. */
function showWhenScopes(steps: readonly Step[]): (step: Step) => ConditionScope {
  const position = new Map(inOrder(steps).map((step, index) => [step, index]));
  const before = (asked: Step, asking: Step): boolean =>
    (position.get(asked) as number) < (position.get(asking) as number);
  return (asking) => ({
    stepsWithId: (id) => steps.filter((step) => step.id === id),
    stepProblem(asked) {
      if (asked.id === asking.id) return 'step must be a step before this one: a step cannot depend on its own answer.';
      return before(asked, asking) ? null : `step must be a step before this one: step ${asked.id} is asked later.`;
    },
    fieldProblem(field) {
      const stepType = getStepType(field);
      const asked = steps.find((step) => step.type === stepType);
      return asked && before(asked, asking)
        ? null
        : `A ${stepType} step must come before this step; otherwise ${field} is not known.`;
    },
    allowColorType: false,
  });
}
