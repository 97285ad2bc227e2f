import { createConditionNames, type EnumField, getFieldOfType, type Step } from '@svc/domain';
import type { Translator } from '../../i18n/translator.js';
import { SUBJECTS } from '../../shared/conditions/subjects.js';
import type { RecordNames } from './record-facts.js';

const isField = (field: string): field is EnumField => field in SUBJECTS;

/** The texts that the shopper read, from the version that was answered; what it does not have is shown by its key. */
export function createRecordNames(steps: readonly Step[], locale: string, t: Translator['t']): RecordNames {
  const names = createConditionNames(steps, locale);
  const findStep = (field: string) => steps.find(({ type }) => getFieldOfType(type) === field);
  return {
    step: names.step,
    option: names.option,
    field(field) {
      const step = findStep(field);
      if (step) return names.step(step.id);
      return isField(field) ? t(SUBJECTS[field]) : field;
    },
    fieldValue(field, value) {
      const step = findStep(field);
      const caption = step && names.option(step.id, value);
      if (caption !== undefined && caption !== value) return caption;
      return isField(field) ? names.field(field, value) : value;
    },
  };
}
