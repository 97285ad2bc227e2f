import {
  effectiveAnswers,
  type FunnelPage,
  MAX_CONSENT_VERSION_LENGTH,
  type PageStep,
  type StepIndex,
} from '@svc/domain';
import type { Landing } from './landing.js';
import type { QuizAnswers } from './quiz-answers.js';
import { type Selfie, sendableContact, sendableSelfie, shownSteps } from './shown-steps.js';

/** Stored with the consent where the step names no version of its text: the page's own text, as of this release. */
export const OWN_CONSENT_VERSION = 'page-2026-11';

export interface SubmissionParts {
  page: Pick<FunnelPage, 'steps'>;
  index: StepIndex;
  answers: QuizAnswers;
  selfie: Selfie | null;
  landing: Landing;
  startedAt: string | null;
}

/**
 * The body of `POST /api/analyses`: answers of the steps that are shown, and of these only what the visitor agreed to.
 * Equal parts give an equal body, byte for byte, so that a retry is recognized. docs/contract.md C8.
 */
export function toSubmission(parts: SubmissionParts): Record<string, unknown> {
  const { page, index, answers, landing, startedAt } = parts;
  const shown = shownSteps(page, index, answers, parts.selfie);
  const selfieStep = shown.find(({ type }) => type === 'SELFIE');
  const selfie = selfieStep ? sendableSelfie(answers, parts.selfie) : null;
  const contact = shown.some(({ type }) => type === 'EMAIL') ? sendableContact(shown, answers) : {};
  const others = { hasSelfie: selfie !== null, hasContact: Object.keys(contact).length > 0 };
  return {
    ...effectiveAnswers(answers.matching, index, others),
    ...contact,
    ...(selfie && selfieStep ? withConsent(selfie, selfieStep) : {}),
    ...(startedAt && { startedAt }),
    ...(landing.source && { source: landing.source }),
    ...(landing.queryString && { queryString: landing.queryString }),
  };
}

function withConsent({ dataUrl, source }: Selfie, { settings }: PageStep): Record<string, unknown> {
  const version =
    settings.consentText === null ? (settings.consentVersion ?? OWN_CONSENT_VERSION) : settings.consentVersion;
  return {
    selfie: dataUrl,
    selfieSource: source,
    selfieConsent: true,
    ...(version && { selfieConsentVersion: version.slice(0, MAX_CONSENT_VERSION_LENGTH) }),
  };
}
