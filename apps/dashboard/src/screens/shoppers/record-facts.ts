import type { Schemas } from '../../api/client.js';

type AnalysisRecord = Schemas['AnalysisRecord'];

/** The analysis that an address names. */
export const toWanted = ({ analysis }: Record<string, unknown>): { analysis?: string } =>
  typeof analysis === 'string' && analysis.trim() !== '' ? { analysis: analysis.trim() } : {};

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
