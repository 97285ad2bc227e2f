import type { Schemas } from '../../api/client.js';

type AnalysisRecord = Schemas['AnalysisRecord'];

/** What an address names. */
export interface Wanted {
  analysis?: string;
  /** Whose place in the list is explained. */
  variant?: string;
}

const toId = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export function toWanted({ analysis, variant }: Record<string, unknown>): Wanted {
  const [wanted, explained] = [toId(analysis), toId(variant)];
  if (wanted === '') return {};
  return { analysis: wanted, ...(explained === '' ? {} : { variant: explained }) };
}

export interface Answer {
  /** A field, such as `hairColor`, or the id of a step. */
  question: string;
  value: string;
  isFromSelfie: boolean;
}

/** Fields first, then own questions; several options of one question are one answer. */
export function listAnswers({
  answers,
  filledFromSelfie,
}: Pick<AnalysisRecord, 'answers' | 'filledFromSelfie'>): Answer[] {
  const { selectionValues, ...fields } = answers;
  const filled = new Set<string>(filledFromSelfie);
  const steps = new Map<number, string[]>();
  for (const { stepId, selectedKey } of selectionValues) steps.set(stepId, [...(steps.get(stepId) ?? []), selectedKey]);
  return [
    ...Object.entries(fields)
      .filter(([, value]) => typeof value === 'string')
      .map(([question, value]) => ({ question, value: String(value), isFromSelfie: filled.has(question) })),
    ...[...steps].map(([stepId, keys]) => ({ question: String(stepId), value: keys.join(', '), isFromSelfie: false })),
  ];
}
