import type { Step } from '../funnel/steps.js';
import type { ContactAnswers, MatchingAnswers, TrackingAnswers } from './answers.js';
import { readEnumFields } from './read-enum-fields.js';
import { readSelectionRows } from './read-selection-rows.js';
import { readSelectionValues } from './read-selection-values.js';
import { readContact, readSelfiePresence, readTracking } from './read-value-fields.js';
import { type SelfieRefusal, selfieRefusal, warnAboutRefusal } from './selfie-refusal.js';
import { warnAboutSteps } from './warn-about-steps.js';
import { type SubmissionRoute, warnAboutUnknownFields } from './warn-about-unknown-fields.js';
import { createWarnings } from './warnings.js';

export interface ReadAnswers {
  /** Stored: migrated to the given steps, also answers to hidden steps and to steps that the version does not have. */
  answers: MatchingAnswers;
  contact: ContactAnswers;
  tracking: TrackingAnswers;
  /** Why the selfie must not be analyzed; null: it may, or there is none. */
  selfieRefusal: SelfieRefusal | null;
  /** English sentences that name fields and steps, never what was submitted; one per problem, `[]` when there is none. */
  warnings: string[];
}

/**
 * Reads a submission leniently: whatever cannot be used is dropped with a warning, nothing is an error.
 * `null` is the same as missing. docs/contract.md C8.12. Pure.
 * @param body - a JSON object; `forbiddenFields` and the selfie's own checks are the caller's.
 * @param steps - of the version that the analysis is stored against; older answers are migrated to it.
 * @param options.requireSelfieConsent - the company's rule (`settings.selfie.requireConsent`).
 */
export function readAnswers(
  body: Record<string, unknown>,
  steps: readonly Step[],
  options: { route?: SubmissionRoute; requireSelfieConsent?: boolean } = {},
): ReadAnswers {
  const warnings = createWarnings();
  const enums = readEnumFields(body, warnings);
  const rows = readSelectionRows(body, warnings);
  const selection = readSelectionValues(rows.values, steps, warnings);
  const { contact, sent: sentContact } = readContact(body, warnings);
  const tracking = readTracking(body, warnings);
  const hasSelfie = readSelfiePresence(body, warnings);
  const answers: MatchingAnswers = { ...enums.values, selectionValues: selection.values };

  const { requireSelfieConsent: requireConsent = false } = options;
  const hasContact = Object.keys(contact).length > 0;
  const refusal = hasSelfie ? selfieRefusal({ answers, tracking, hasContact }, steps, { requireConsent }) : null;
  warnAboutRefusal(refusal, tracking.selfieConsent, warnings);
  warnAboutSteps(
    {
      answers,
      contact,
      hasSelfie,
      sentContact,
      sentFields: enums.sent,
      sentSteps: new Set([...rows.stepIds, ...selection.stepIds]),
    },
    steps,
    warnings,
  );
  warnAboutUnknownFields(body, options.route ?? 'v1', warnings);
  return { answers, contact, tracking, selfieRefusal: refusal, warnings: warnings.list() };
}
