import { type FunnelPage, indexSteps, type PageStep, type Step, type StepIndex, visibleSteps } from '@svc/domain';
import type { QuizAnswers } from './quiz-answers.js';

/** A picture that the visitor added; it lives in this page's memory only. */
export interface Selfie {
  /** `data:image/jpeg;base64,…` */
  dataUrl: string;
  source: 'CAMERA' | 'UPLOADED';
}

/** The page's steps as the domain knows steps, so that `showWhen` and answers mean here what they mean on the server. */
export function indexPage(page: Pick<FunnelPage, 'steps'>): StepIndex {
  return indexSteps(page.steps.map(toStep));
}

const toStep = (step: PageStep, orderNumber: number): Step => ({
  id: step.id,
  key: String(step.id),
  type: step.type,
  orderNumber,
  title: { default: step.title },
  formerIds: [],
  required: step.required,
  strict: false,
  showWhen: step.showWhen,
  selections: step.selections.map((selection, place) => ({
    key: selection.key,
    orderNumber: place,
    caption: { default: selection.caption },
    formerKeys: [],
    tags: { require: [], prefer: [], avoid: [] },
  })),
  settings: {},
});

/** Visitors under 16 are not asked for a picture, and none of theirs is sent. docs/reliability.md R10.5. */
export const isChild = (answers: QuizAnswers): boolean => answers.matching.ageRange === 'UNDER_16';

/** What is sent of the picture: nothing without consent, nothing of children. */
export const sendableSelfie = (answers: QuizAnswers, selfie: Selfie | null): Selfie | null =>
  answers.selfieConsent && !isChild(answers) ? selfie : null;

/** Contact fields are sent with the visitor's consent, where the step asks for it. */
export function sendableContact(steps: readonly PageStep[], answers: QuizAnswers): QuizAnswers['contact'] {
  const step = steps.find(({ type }) => type === 'EMAIL');
  if (!step || (step.settings.consentText !== null && !answers.contactConsent)) return {};
  const asked = step.settings.fields.filter((field) => answers.contact[field]?.trim());
  return Object.fromEntries(asked.map((field) => [field, answers.contact[field]?.trim()]));
}

/** The steps that are shown for these answers, in order. docs/matching.md M6. */
export function shownSteps(
  page: Pick<FunnelPage, 'steps'>,
  index: StepIndex,
  answers: QuizAnswers,
  selfie: Selfie | null,
): PageStep[] {
  const others = {
    hasSelfie: sendableSelfie(answers, selfie) !== null,
    hasContact: Object.keys(sendableContact(page.steps, answers)).length > 0,
  };
  const shown = new Set(visibleSteps(index, answers.matching, others).map(({ id }) => id));
  return page.steps.filter(({ id }) => shown.has(id));
}
