import {
  type ColorResult,
  ENUM_FIELD_NAMES,
  type MatchingAnswers,
  migrateAnswers,
  normalizeKey,
  type VersionSteps,
} from '@svc/domain';

/**
 * The options of one analysis as learning counts them, in code unit order, each once. docs/matching.md M7.
 *
 * | token | option |
 * |---|---|
 * | `s:12:dryness` | a chosen option of a custom step: its id, the key in lower case |
 * | `f:hairColor:BLACK` | the answer to a built-in step |
 * | `x:MEDIUM/WARM`, `x:MEDIUM` | complexion: skin colour and undertone, or skin colour alone |
 * | `c:LIGHT_SPRING` | the colour type |
 *
 * One fact is one token, since affinity adds the tokens up and would count it twice: the answer to a built-in step is its
 * field and no option of the step, so it is the same option in every version and under every step id; and skin colour and
 * undertone are the complexion cell and no fields, but for an undertone without a skin colour. Only the colour type, which
 * is derived from such answers or from a selfie, says something again: docs/matching.md M7, counts it as its own.
 * @param answers - as `answersInForce` gives them.
 */
export function optionTokens(answers: MatchingAnswers, color: ColorResult | null): string[] {
  const { skinColor, skinUndertone, selectionValues } = answers;
  const tokens = new Set(selectionValues.map(({ stepId, selectedKey }) => selectionToken(stepId, selectedKey)));
  if (skinColor !== undefined) tokens.add(skinUndertone ? `x:${skinColor}/${skinUndertone}` : `x:${skinColor}`);
  for (const field of ENUM_FIELD_NAMES) {
    if (field === 'skinColor' || (field === 'skinUndertone' && skinColor !== undefined)) continue;
    const value = answers[field];
    if (value !== undefined) tokens.add(`f:${field}:${value}`);
  }
  if (color?.type) tokens.add(`c:${color.type.toUpperCase()}`);
  return [...tokens].sort(byCodeUnit);
}

const selectionToken = (stepId: number, key: string): string => `s:${stepId}:${normalizeKey(key)}`;

const SELECTION = /^s:(-?\d+):(.+)$/s;

/** The option of a custom step that a token names; null for the other kinds. */
export function selectionOf(token: string): { stepId: number; selectedKey: string } | null {
  const [, stepId, selectedKey] = SELECTION.exec(token) ?? [];
  return stepId === undefined ? null : { stepId: Number(stepId), selectedKey: selectedKey! };
}

/**
 * A token of any version as the version with these steps calls it, so that a renamed or moved option keeps what was
 * learned; null when the version has no such option. The code that migrates answers decides. Idempotent.
 */
export function migrateToken(token: string, steps: VersionSteps): string | null {
  const selection = selectionOf(token);
  if (!selection) return token;
  const [value] = migrateAnswers([selection], steps).values;
  return value ? selectionToken(value.stepId, value.selectedKey) : null;
}

/** A total order that does not depend on a language. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
