import { type ConditionNames, createConditionNames } from '@svc/domain';
import { type Step, toDomainSteps } from './model/steps.js';

/**
 * What conditions name, as the questions have it at the moment.
 * @param locale - of the user: the language of what is not written by the merchant.
 * @param language - of the questions; undefined: the default.
 */
export function toConditionNames(steps: readonly Step[], locale: string, language?: string): ConditionNames {
  const { step, option } = createConditionNames(toDomainSteps(steps), language ?? '');
  return { ...createConditionNames([], locale), step, option };
}
