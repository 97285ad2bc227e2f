import {
  type ColorResult,
  ENUM_FIELD_NAMES,
  type MatchingAnswers,
  migrateAnswers,
  normalizeKey,
  type VersionSteps,
} from '@svc/domain';

/**
 * The options of one analysis for learning, in code unit order, without duplicates. docs/matching.md M7.
 *
 * | token | option |
 * |---|---|
 * | `s:12:dryness` | a chosen option of a custom step: the id of the step, the key in lower case |
 * | `f:hairColor:BLACK` | the answer to a built-in step |
 * | `x:MEDIUM/WARM`, `x:MEDIUM` | complexion: skin color and undertone, or skin color alone |
 * | `c:LIGHT_SPRING` | the color type |
 *
 * One fact is one token, because affinity sums the tokens and would count it twice. The answer to a built-in step is a field and
 * not an option of its step, so it is the same option in every version and under every step id. Skin color and undertone are the
 * complexion cell and not fields, except for an undertone without a skin color. Only the color type, which is derived from
 * such answers or from a selfie, repeats information: docs/matching.md M7 counts it separately.
 * @param answers - result of `answersInForce`.
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

/** The option of a custom step that a token stands for; null for other kinds of tokens. */
export function toSelection(token: string): { stepId: number; selectedKey: string } | null {
  const [, stepId, selectedKey] = SELECTION.exec(token) ?? [];
  return stepId === undefined ? null : { stepId: Number(stepId), selectedKey: selectedKey! };
}

/**
 * Migrates a token of any version to a version with these steps, so that a renamed or moved option keeps what was learned;
 * null when the version has no such option. Uses the migration of answers. Idempotent.
 */
export function migrateToken(token: string, steps: VersionSteps): string | null {
  const selection = toSelection(token);
  if (!selection) return token;
  const [value] = migrateAnswers([selection], steps).values;
  return value ? selectionToken(value.stepId, value.selectedKey) : null;
}

/** A total order that is independent of any locale. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
