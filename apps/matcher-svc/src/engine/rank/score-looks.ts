import {
  type ColorResult,
  type MatchingAnswers,
  type MatchingSettings,
  SKIN_COLORS,
  SKIN_UNDERTONES,
} from '@svc/domain';
import type { Assortment } from '../compile/compile-assortment.js';
import { lowestBit } from '../structures/bit-set.js';

/** A look that fails a required color or complexion test. */
export const FAILED = -1;
/** A look without a color or complexion part of the score. */
export const NO_SCORE = 2;

const CELLS = SKIN_COLORS.length * SKIN_UNDERTONES.length;

/**
 * Tests and scores every look of an assortment: X of docs/matching.md M6, in [0, 1]; or `FAILED` by tests 1 and 2 of
 * docs/matching.md M5; or `NO_SCORE`.
 * A type without a score counts 0. Cost: number of types and cells of the distinct looks.
 */
export function scoreLooks(
  assortment: Assortment,
  settings: Pick<MatchingSettings, 'colorType' | 'complexion'>,
  answers: MatchingAnswers,
  color: ColorResult | null,
): Float64Array {
  const types = scoreTypes(assortment.colorTypes, settings.colorType, color);
  const cells = scoreCells(settings.complexion, answers);
  const { cellsOfLook } = assortment;
  const { offsets, members } = assortment.colorTypesOfLook;
  const scores = new Float64Array(cellsOfLook.length);
  for (let look = 0; look < scores.length; look += 1) {
    let total = 0;
    let parts = 0;
    let failed = false;
    const end = offsets[look + 1]!;
    let at = offsets[look]!;
    if (types !== null && at < end) {
      let best = 0;
      let passed = 0;
      for (; at < end; at += 1) {
        const type = members[at]!;
        best = Math.max(best, types.score[type]!);
        passed |= types.passes[type]!;
      }
      total = best;
      parts = 1;
      failed = passed === 0;
    }
    const mask = cellsOfLook[look]!;
    if (cells !== null && mask !== 0) {
      let best = 0;
      for (let bits = mask; bits !== 0; bits &= bits - 1) {
        best = Math.max(best, cells.score[lowestBit(bits)]!);
      }
      total += best;
      parts += 1;
      if ((mask & cells.passing) === 0) failed = true;
    }
    scores[look] = failed ? FAILED : parts === 0 ? NO_SCORE : total / parts;
  }
  return scores;
}

/** Score and test of every color type; null: color has no effect. */
export function scoreTypes(
  names: readonly string[],
  settings: MatchingSettings['colorType'],
  color: ColorResult | null,
) {
  if (settings.mode === 'ignore' || !color || color.type === null) return null;
  const own = color.type.toUpperCase();
  const given = new Map(Object.entries(color.scores).map(([name, score]) => [name.toUpperCase(), score]));
  const score = new Float64Array(names.length);
  const passes = new Uint8Array(names.length);
  for (const [index, name] of names.entries()) {
    score[index] = given.get(name) ?? 0;
    passes[index] = settings.mode !== 'require' || score[index]! >= settings.minScore || name === own ? 1 : 0;
  }
  return { score, passes };
}

/** Score of every complexion cell and mask of the cells that pass; null: complexion has no effect. */
export function scoreCells(settings: MatchingSettings['complexion'], answers: MatchingAnswers) {
  if (settings.mode === 'ignore' || answers.skinColor === undefined) return null;
  const depth = SKIN_COLORS.indexOf(answers.skinColor);
  const undertone = answers.skinUndertone === undefined ? null : SKIN_UNDERTONES.indexOf(answers.skinUndertone);
  const neutral = SKIN_UNDERTONES.indexOf('NEUTRAL');
  const score = new Float64Array(CELLS);
  let passing = 0;
  for (let cell = 0; cell < CELLS; cell += 1) {
    const cellUndertone = cell % SKIN_UNDERTONES.length;
    const depthGap = Math.floor(cell / SKIN_UNDERTONES.length) - depth;
    const undertoneGap = undertone === null ? 0 : cellUndertone - undertone;
    score[cell] = Math.exp(-0.5 * ((depthGap / 0.8) ** 2 + (undertoneGap / 0.7) ** 2));
    const agrees = undertoneGap === 0 || undertone === neutral || cellUndertone === neutral;
    const passes = Math.abs(depthGap) <= settings.depthTolerance && agrees;
    if (settings.mode !== 'require' || passes) passing |= 1 << cell;
  }
  return { score, passing };
}
