import {
  CONTACT_FIELDS,
  type ContactAnswers,
  ENUM_FIELDS,
  getEnumField,
  isRecord,
  MAX_KEY_LENGTH,
  MAX_SELECTION_ROWS,
  MAX_STEP_ID,
  MAX_TEXT_LENGTH,
  type MatchingAnswers,
  normalizeKey,
  type PageStep,
  type SelectionValue,
  type Step,
} from '@svc/domain';

/** What a visitor has answered so far, the picture left out. Answers of steps that are hidden at the moment stay in it. */
export interface QuizAnswers {
  matching: MatchingAnswers;
  contact: ContactAnswers;
  /** The visitor ticked the consent text of the EMAIL step. */
  contactConsent: boolean;
  /** The visitor agreed to the analysis of a picture. */
  selfieConsent: boolean;
}

export const noAnswers = (): QuizAnswers => ({
  matching: { selectionValues: [] },
  contact: {},
  contactConsent: false,
  selfieConsent: false,
});

/** The scalar field that a step asks for. */
const getField = (step: PageStep) => getEnumField(step as unknown as Step);

/** Keys that are chosen in a step, as the step spells them and in its order; `[]` for none, and for SELFIE and EMAIL. */
export function getChosenKeys(step: PageStep, { matching }: QuizAnswers): string[] {
  const field = getField(step);
  const given = field
    ? [matching[field] ?? '']
    : matching.selectionValues.filter((row) => row.stepId === step.id).map((row) => row.selectedKey);
  const wanted = new Set(given.map(normalizeKey));
  return step.selections.map(({ key }) => key).filter((key) => wanted.has(normalizeKey(key)));
}

/** The answers with these keys chosen in a step, in place of what was chosen there. */
export function withChosenKeys(step: PageStep, answers: QuizAnswers, keys: readonly string[]): QuizAnswers {
  const field = getField(step);
  if (field) {
    const { [field]: _before, ...others } = answers.matching;
    const [key] = keys;
    return { ...answers, matching: key === undefined ? others : { ...others, [field]: key.toUpperCase() } };
  }
  const others = answers.matching.selectionValues.filter((row) => row.stepId !== step.id);
  const rows = keys.map((key) => ({ stepId: step.id, selectedKey: normalizeKey(key) }));
  return { ...answers, matching: { ...answers.matching, selectionValues: [...others, ...rows] } };
}

/** Answers as a storage had them: other scripts may have written there, so only well-formed answers are used. */
export function readQuizAnswers(value: unknown): QuizAnswers {
  const { matching, contact, contactConsent, selfieConsent } = toRecord(value);
  return {
    matching: readMatching(toRecord(matching)),
    contact: readContact(toRecord(contact)),
    contactConsent: contactConsent === true,
    selfieConsent: selfieConsent === true,
  };
}

function readMatching(given: Record<string, unknown>): MatchingAnswers {
  const rows = Array.isArray(given.selectionValues) ? given.selectionValues.slice(0, MAX_SELECTION_ROWS) : [];
  const answers: MatchingAnswers = { selectionValues: rows.map(toRecord).flatMap(toRows) };
  for (const [field, { values }] of Object.entries(ENUM_FIELDS)) {
    if ((values as readonly unknown[]).includes(given[field])) Object.assign(answers, { [field]: given[field] });
  }
  return answers;
}

function readContact(given: Record<string, unknown>): ContactAnswers {
  const contact: ContactAnswers = {};
  for (const field of CONTACT_FIELDS) {
    const text = given[field];
    if (typeof text === 'string' && text !== '' && text.length <= MAX_TEXT_LENGTH) contact[field] = text;
  }
  return contact;
}

function toRows({ stepId, selectedKey }: Record<string, unknown>): SelectionValue[] {
  if (!Number.isInteger(stepId) || Math.abs(stepId as number) > MAX_STEP_ID) return [];
  if (typeof selectedKey !== 'string' || selectedKey.length > MAX_KEY_LENGTH) return [];
  return [{ stepId: stepId as number, selectedKey }];
}

export const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
