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
  /** Identifies the row: a field, such as `hairColor`, or the id of a step. */
  key: string;
  question: string;
  value: string;
  isFromSelfie: boolean;
}

/** Questions and answers of a record in words. */
export interface RecordNames {
  field(field: string): string;
  fieldValue(field: string, value: string): string;
  step(id: number): string;
  option(step: number, key: string): string;
}

/** Fields first, then own questions; several options of one question are one answer. */
export function listAnswers(
  { answers, filledFromSelfie }: Pick<AnalysisRecord, 'answers' | 'filledFromSelfie'>,
  names: RecordNames,
): Answer[] {
  const { selectionValues, ...fields } = answers;
  const filled = new Set<string>(filledFromSelfie);
  const steps = new Map<number, string[]>();
  for (const { stepId, selectedKey } of selectionValues) {
    steps.set(stepId, [...(steps.get(stepId) ?? []), names.option(stepId, selectedKey)]);
  }
  return [
    ...Object.entries(fields)
      .filter(([, value]) => typeof value === 'string')
      .map(([field, value]) => ({
        key: field,
        question: names.field(field),
        value: names.fieldValue(field, String(value)),
        isFromSelfie: filled.has(field),
      })),
    ...[...steps].map(([stepId, options]) => ({
      key: String(stepId),
      question: names.step(stepId),
      value: options.join(', '),
      isFromSelfie: false,
    })),
  ];
}
