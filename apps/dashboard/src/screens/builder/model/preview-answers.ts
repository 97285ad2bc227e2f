import {
  ENUM_FIELD_NAMES,
  getFieldOfType,
  isRecord,
  type MatchingAnswers,
  normalizeKey,
  visibleSteps,
} from '@svc/domain';
import { type Step, toDomainSteps } from '../../../shared/edit/model/steps.js';

/** What the preview shows: the question, null at the end, and the answers that were given there. */
export interface PreviewState {
  stepId: number | null;
  answers: MatchingAnswers;
  hasSelfie: boolean;
  hasContact: boolean;
}

/** Keys that were chosen, by question; undefined: no answer. */
export type Path = ReadonlyMap<number, readonly string[] | undefined>;

/** Answers that the frame sent. What is none is left out. */
export function readAnswers(value: unknown): MatchingAnswers {
  const given = isRecord(value) ? value : {};
  const rows = Array.isArray(given.selectionValues) ? given.selectionValues.filter(isRecord) : [];
  const answers: MatchingAnswers = {
    selectionValues: rows.flatMap(({ stepId, selectedKey }) =>
      typeof stepId === 'number' && typeof selectedKey === 'string' ? [{ stepId, selectedKey }] : [],
    ),
  };
  for (const field of ENUM_FIELD_NAMES) {
    if (typeof given[field] === 'string') Object.assign(answers, { [field]: given[field] });
  }
  return answers;
}

/** The questions that these answers show. */
export const listShown = (steps: readonly Step[], { answers, hasSelfie, hasContact }: PreviewState): Set<number> =>
  new Set(visibleSteps(toDomainSteps(steps), answers, { hasSelfie, hasContact }).map(({ id }) => id));

/** Keys that are chosen in a question, in lower case. */
export function getChosen({ id, type }: Step, answers: MatchingAnswers): string[] {
  const field = getFieldOfType(type);
  if (!field) return answers.selectionValues.filter(({ stepId }) => stepId === id).map((row) => row.selectedKey);
  const value = answers[field];
  return value === undefined ? [] : [normalizeKey(value)];
}

/** Answers with those of a path in their place. Questions that the path does not name keep theirs. */
export function withPath(answers: MatchingAnswers, path: Path, steps: readonly Step[]): MatchingAnswers {
  const changed: MatchingAnswers = {
    ...answers,
    selectionValues: answers.selectionValues.filter(({ stepId }) => !path.has(stepId)),
  };
  for (const { id, type } of steps) {
    if (!path.has(id)) continue;
    const keys = path.get(id) ?? [];
    const field = getFieldOfType(type);
    if (!field) changed.selectionValues.push(...keys.map((key) => ({ stepId: id, selectedKey: normalizeKey(key) })));
    else if (keys[0] === undefined) delete changed[field];
    else Object.assign(changed, { [field]: keys[0].toUpperCase() });
  }
  return changed;
}
