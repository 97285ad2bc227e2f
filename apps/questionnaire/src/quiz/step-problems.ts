import { type ContactField, MAX_TEXT_LENGTH, type PageStep, stepKind } from '@svc/domain';
import type { PageText } from '../shared/i18n/page-texts.js';
import { getChosenKeys, type QuizAnswers } from './quiz-answers.js';

/** Something that the visitor must correct before continuing. */
export interface StepProblem {
  text: PageText;
  values?: Record<string, number>;
  /** The field that is meant; `choice` for the options of a step. */
  field: ContactField | 'consent' | 'choice';
}

/** Longest address that mail servers take. RFC 5321, 4.5.3.1. */
const MAX_EMAIL_LENGTH = 254;
/** One "@", a dot in the host, no spaces: what every address has, and few typing errors. The merchant's mail decides the rest. */
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>".]+(?:\.[^\s@,;<>".]+)+$/;

export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);

/** True when a step may be left without an answer. A picture is never asked for twice. */
export const isOptional = (step: PageStep): boolean => !step.required || step.type === 'SELFIE';

/** True when something was answered in the step, complete or not. */
export function isAnswered(step: PageStep, answers: QuizAnswers, hasSelfie: boolean): boolean {
  if (step.type === 'SELFIE') return hasSelfie;
  if (step.type === 'EMAIL') return step.settings.fields.some((field) => hasText(answers, field));
  return getChosenKeys(step, answers).length > 0;
}

/** What prevents the visitor from continuing, in the order of the fields; `[]` for nothing. */
export function listProblems(step: PageStep, answers: QuizAnswers): StepProblem[] {
  if (step.type === 'SELFIE') return [];
  return step.type === 'EMAIL' ? contactProblems(step, answers) : choiceProblems(step, answers);
}

function choiceProblems(step: PageStep, answers: QuizAnswers): StepProblem[] {
  if (step.selections.length === 0) return [];
  const count = getChosenKeys(step, answers).length;
  const max = step.settings.maxSelections;
  if (step.required && count === 0) {
    return [{ text: stepKind(step.type) === 'multi' ? 'problem.choose-some' : 'problem.choose-one', field: 'choice' }];
  }
  if (stepKind(step.type) === 'multi' && max !== null && count > max) {
    return [{ text: 'problem.too-many', values: { max }, field: 'choice' }];
  }
  return [];
}

function contactProblems(step: PageStep, answers: QuizAnswers): StepProblem[] {
  const { fields, consentText } = step.settings;
  const problems = fields.flatMap((field) => contactProblem(field, step, answers) ?? []);
  const mustAgree = consentText !== null && (step.required || isAnswered(step, answers, false));
  if (mustAgree && !answers.contactConsent) {
    problems.push({ text: step.required ? 'problem.consent-required' : 'problem.consent', field: 'consent' });
  }
  return problems;
}

/** An address is what a required step needs; where it asks for none, every field of it. */
export const isNeeded = (field: ContactField, step: PageStep): boolean =>
  step.required && (field === 'email' || !step.settings.fields.includes('email'));

function contactProblem(field: ContactField, step: PageStep, answers: QuizAnswers): StepProblem | undefined {
  const text = answers.contact[field]?.trim() ?? '';
  if (text === '') return isNeeded(field, step) ? { text: `problem.${field}`, field } : undefined;
  const max = field === 'email' ? MAX_EMAIL_LENGTH : MAX_TEXT_LENGTH;
  if (text.length > max) return { text: 'problem.too-long', values: { max }, field };
  if (field === 'email' && !isEmail(text)) return { text: 'problem.email-form', field };
  return undefined;
}

const hasText = ({ contact }: QuizAnswers, field: ContactField): boolean => Boolean(contact[field]?.trim());
