import type { FunnelVersion, MatchingAnswers, Step, StepType } from '@svc/domain';
import { buildSelection, buildStep } from '@svc/domain/testing';

export const selection = buildSelection;

/** A step, without options unless given. */
export const step = (id: number, type: StepType, given: Partial<Step> = {}): Step =>
  buildStep(id, type, { selections: [], ...given });

/** A make-up questionnaire: every color step, a selfie, contact data, one custom step of each type. */
export function version(given: Partial<FunnelVersion> = {}): FunnelVersion {
  return {
    id: 'version-1',
    number: 1,
    funnelId: 'funnel-1',
    companyId: 'company-1',
    steps: [
      step(1, 'HAIR_COLOR'),
      step(2, 'EYE_COLOR'),
      step(3, 'SKIN_COLOR'),
      step(4, 'SKIN_UNDERTONE'),
      step(5, 'SELFIE', { required: false }),
      step(6, 'EMAIL', { required: false }),
      step(7, 'AGE', { required: false }),
      step(8, 'SINGLE_SELECTION', { selections: [selection('Dry'), selection('oily', ['greasy'])] }),
      step(9, 'MULTI_SELECTION', { required: false, selections: [selection('vegan'), selection('scent-free')] }),
    ],
    ...given,
  };
}

/** Answers to every required question of `version()`, which cause no warning. */
export const completeAnswers = {
  hairColor: 'RED',
  eyeColor: 'BROWN',
  skinColor: 'LIGHT',
  skinUndertone: 'WARM',
  selectionValues: [{ stepId: 8, selectedKey: 'dry' }],
} satisfies MatchingAnswers;
