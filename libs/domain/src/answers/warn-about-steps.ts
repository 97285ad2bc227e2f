import { describeStep, withArticle } from '../funnel/describe-step.js';
import { getStepType } from '../funnel/step-types.js';
import { getEnumField, isCustomStep, type Step } from '../funnel/steps.js';
import { visibleSteps } from '../funnel/visible-steps.js';
import type { ContactAnswers, MatchingAnswers } from './answers.js';
import { ENUM_FIELD_NAMES, type EnumField } from './enums.js';
import type { Warnings } from './warnings.js';

export interface Submitted {
  answers: MatchingAnswers;
  contact: ContactAnswers;
  hasSelfie: boolean;
  /** Some contact field was sent, usable or not. */
  sentContact: boolean;
  /** Scalar fields that were sent, usable or not. */
  sentFields: ReadonlySet<EnumField>;
  /** Custom steps that some row named, usable or not. */
  sentSteps: ReadonlySet<number>;
}

/**
 * Compares a submission with the questions of the version: answers without a question (no such step, or hidden by its
 * `showWhen`) and required answers of visible steps that are missing. A field that was sent and dropped has its own
 * warning and is not called missing. SELFIE never warns as missing, EMAIL when all contact fields are.
 */
export function warnAboutSteps(submitted: Submitted, steps: readonly Step[], warnings: Warnings): void {
  const { answers, contact, hasSelfie } = submitted;
  const hasContact = Object.keys(contact).length > 0;
  const visible = new Set(visibleSteps(steps, answers, { hasSelfie, hasContact }).map((step) => step.id));

  for (const { stepType, fields } of scalarAnswers(submitted)) {
    if (fields.length === 0 || steps.some((step) => step.type === stepType)) continue;
    warnings.add(
      'unexpected answers',
      `${joined(fields)} ${wasSent(fields)} although the funnel has no ${stepType} step; ${notUsed(stepType)}.`,
    );
  }
  for (const step of steps) {
    const fields = answered(step, submitted);
    if (visible.has(step.id)) {
      const missing = step.required && fields.length === 0 ? describeMissingAnswer(step, submitted) : null;
      if (missing) warnings.add('missing answers', missing);
    } else if (fields.length > 0) {
      const name = isCustomStep(step) ? describeStep(step) : `its ${step.type} step`;
      const hidden = `the condition (showWhen) of ${name} does not hold`;
      warnings.add(
        'unexpected answers',
        `${joined(fields)} ${hasAnswer(step, fields)} although ${hidden}; ${notUsed(step.type)}.`,
      );
    }
  }
}

/** Which fields answer this step; `[]` when it is not answered. */
function answered(step: Step, { answers, contact, hasSelfie }: Submitted): string[] {
  if (step.type === 'SELFIE') return hasSelfie ? ['selfie'] : [];
  if (step.type === 'EMAIL') return Object.keys(contact);
  const field = getEnumField(step);
  if (field) return answers[field] === undefined ? [] : [field];
  return answers.selectionValues.some((row) => row.stepId === step.id) ? ['selectionValues'] : [];
}

function describeMissingAnswer(step: Step, submitted: Submitted): string | null {
  if (step.type === 'SELFIE') return null;
  if (step.type === 'EMAIL') {
    if (submitted.sentContact) return null;
    return 'firstName, lastName and email are missing although the funnel has an EMAIL step.';
  }
  const field = getEnumField(step);
  if (field) {
    if (submitted.sentFields.has(field)) return null;
    return `${field} is missing although the funnel has ${withArticle(step.type)} step.`;
  }
  if (submitted.sentSteps.has(step.id)) return null;
  return `selectionValues has no answer to ${describeStep(step)}: it is missing although the funnel has this ${step.type} step.`;
}

function scalarAnswers({ answers, contact, hasSelfie }: Submitted): { stepType: string; fields: string[] }[] {
  const enums = ENUM_FIELD_NAMES.map((field) => ({
    stepType: getStepType(field),
    fields: answers[field] === undefined ? [] : [field],
  }));
  return [
    ...enums,
    { stepType: 'EMAIL', fields: Object.keys(contact) },
    { stepType: 'SELFIE', fields: hasSelfie ? ['selfie'] : [] },
  ];
}

const joined = (fields: readonly string[]): string =>
  fields.length < 2 ? fields.join('') : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`;
const wasSent = (fields: readonly string[]): string => (fields.length > 1 ? 'were sent' : 'was sent');
const hasAnswer = (step: Step, fields: readonly string[]): string =>
  isCustomStep(step) ? 'has an answer to it' : wasSent(fields);
/** A selfie is never stored. */
const notUsed = (stepType: string): string => (stepType === 'SELFIE' ? 'not asked for' : 'stored but not used');
