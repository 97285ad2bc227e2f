import { COLOR_TYPES } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { allAnswers, completeAnswers } from '../testing/color-answers.js';
import { analyzeColor, type ColorAnalysis } from './color-analysis.js';
import * as S from './color-tables.js';

type Answers = Parameters<typeof analyzeColor>[0];

/**
 * docs/color-method.md A3.8: hair eye skin undertone | parts and sum of each axis | type score runner-up score
 * confidence.
 */
const EXAMPLES = `
LIGHT BLUE FAIR WARM | +0.600 +0.037 −0.090 +0.493 | +0.268 +0.343 +0.212 +0.772 | −0.181 +0.280 +0.030 +0.269 | LIGHT_SPRING 0.740 TRUE_SPRING 0.215 1.00
RED_BLONDE GREEN LIGHT WARM | +0.600 +0.225 +0.045 +0.783 | +0.171 +0.186 +0.124 +0.431 | −0.124 +0.245 +0.120 +0.436 | TRUE_SPRING 0.673 BRIGHT_SPRING 0.163 1.00
BROWN BLUE FAIR WARM | +0.600 +0.025 −0.090 +0.482 | +0.268 −0.286 +0.212 +0.144 | +0.138 +0.280 +0.030 +0.748 | BRIGHT_SPRING 0.789 TRUE_SPRING 0.183 1.00
VERY_LIGHT BLUE FAIR COOL | −0.600 −0.063 −0.090 −0.677 | +0.268 +0.500 +0.212 +0.930 | −0.261 +0.280 +0.060 +0.194 | LIGHT_SUMMER 0.821 TRUE_SUMMER 0.150 1.00
BROWN GREY LIGHT COOL | −0.600 +0.025 −0.120 −0.625 | +0.171 −0.286 +0.229 +0.065 | +0.104 −0.245 +0.030 −0.091 | TRUE_SUMMER 0.726 TRUE_WINTER 0.179 1.00
MID_BROWN GREY MEDIUM NEUTRAL | +0.000 +0.025 −0.120 −0.086 | +0.054 −0.100 +0.229 +0.133 | −0.038 −0.245 −0.180 −0.619 | SOFT_SUMMER 0.783 SOFT_AUTUMN 0.174 1.00
MID_BROWN GREEN_BROWN MEDIUM NEUTRAL | +0.000 +0.025 +0.075 +0.090 | +0.054 −0.100 +0.035 −0.061 | −0.001 −0.245 −0.180 −0.563 | SOFT_AUTUMN 0.779 SOFT_SUMMER 0.188 1.00
RED BROWN LIGHT WARM | +0.600 +0.250 +0.045 +0.805 | +0.171 −0.100 −0.176 −0.155 | +0.081 −0.105 −0.090 −0.096 | TRUE_AUTUMN 0.759 TRUE_SPRING 0.134 1.00
BROWN BROWN MEDIUM_DEEP WARM | +0.600 +0.025 +0.045 +0.603 | −0.090 −0.286 −0.176 −0.602 | +0.097 −0.105 +0.030 +0.108 | DEEP_AUTUMN 0.680 TRUE_AUTUMN 0.292 0.71
BLACK DARK_BROWN DEEP COOL | −0.600 −0.125 −0.030 −0.679 | −0.390 −0.429 −0.390 −1.259 | +0.113 −0.035 +0.090 +0.327 | DEEP_WINTER 0.815 TRUE_WINTER 0.148 1.00
BLACK GREY LIGHT COOL | −0.600 −0.125 −0.120 −0.760 | +0.171 −0.429 +0.229 −0.078 | +0.180 −0.245 +0.090 +0.112 | TRUE_WINTER 0.725 TRUE_SUMMER 0.179 1.00
BLACK BLUE FAIR NEUTRAL | +0.000 −0.125 −0.090 −0.194 | +0.268 −0.429 +0.212 +0.001 | +0.211 +0.280 +0.090 +0.947 | BRIGHT_WINTER 0.789 BRIGHT_SPRING 0.180 1.00`;

const examples = EXAMPLES.trim()
  .replaceAll('−', '-')
  .split('\n')
  .map(
    (line) => line.split(' | ').map((cell) => cell.split(' ')) as [string[], string[], string[], string[], string[]],
  );

/** The figures of a result as the table gives them. */
function figures({ parts, axes, type, scores, confidence }: ColorAnalysis) {
  const [first, second] = Object.entries(scores).sort(([, a], [, b]) => b - a);
  const { temperature: t, value: v, clarity: c } = parts;
  return {
    temperature: [t.undertone, t.hair, t.eye, axes.temperature],
    value: [v.skin, v.hair, v.eye, axes.value],
    clarity: [c.contrast, c.eye, c.hair, axes.clarity],
    result: [type, first?.[1], second?.[0], second?.[1], confidence],
    winner: first?.[0],
  };
}

describe('analyzeColor: docs/color-method.md A3', () => {
  it.each(examples)('worked example: %s (A3.8)', (answers, temperature, value, clarity, result) => {
    const [hairColor, eyeColor, skinColor, skinUndertone] = answers;
    const found = figures(analyzeColor({ hairColor, eyeColor, skinColor, skinUndertone } as Answers));
    // The table is rounded to three decimals.
    const near = (numbers: string[]) => numbers.map((number) => expect.closeTo(Number(number), 2.9));
    const [type, score, runnerUp, second, confidence] = result as [string, string, string, string, string];
    expect(found).toEqual({
      temperature: near(temperature),
      value: near(value),
      clarity: near(clarity),
      result: [type, ...near([score]), runnerUp, ...near([second]), expect.closeTo(Number(confidence), 2)],
      winner: type,
    });
  });

  it('of all 1,728 combinations of answers, 1,523 have a type; 80, 124 and 1 have none, by reason', () => {
    const counts: Record<string, number> = {};
    for (const answers of allAnswers()) {
      const { type, reason } = analyzeColor(answers);
      const outcome = type ? 'typed' : String(reason);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    expect(counts).toEqual({ typed: 1_523, TOO_FEW_ANSWERS: 80, NO_TEMPERATURE: 124, NEUTRAL_CENTRE: 1 });
  });

  it('complete answers always have a type, and each of the twelve seasons is reached by at least 55 of 840 (A2.5, A3.6)', () => {
    const reached = new Map<string, number>();
    let smallest = Number.POSITIVE_INFINITY;
    for (const answers of completeAnswers()) {
      const { type, axes } = analyzeColor(answers);
      reached.set(String(type), (reached.get(String(type)) ?? 0) + 1);
      smallest = Math.min(smallest, Math.hypot(axes.temperature, axes.value, axes.clarity));
    }
    expect([...reached.keys()].sort()).toEqual([...COLOR_TYPES].sort());
    expect(Math.min(...reached.values())).toBeGreaterThanOrEqual(55);
    expect(smallest).toBeCloseTo(0.096, 3);
  });

  it('a result without a type has a reason, in the documented order, and no scores (A1.3, A3.6)', () => {
    const none = (reason: string) => ({ type: null, reason, scores: {}, confidence: 0 });
    expect(analyzeColor({})).toMatchObject(none('TOO_FEW_ANSWERS'));
    expect(analyzeColor({ skinUndertone: 'WARM', eyeColor: 'BLUE' })).toMatchObject(none('TOO_FEW_ANSWERS'));
    expect(analyzeColor({ hairColor: 'RED', skinColor: 'FAIR' })).toMatchObject(none('NO_TEMPERATURE'));
    expect(analyzeColor({ skinUndertone: 'WARM', skinColor: 'FAIR' }).type).not.toBeNull();
  });

  it('the explanation is additive: with complete answers, parts less offset times scale are the axes', () => {
    for (const answers of completeAnswers()) {
      const { parts, axes } = analyzeColor(answers);
      for (const axis of ['temperature', 'value', 'clarity'] as const) {
        const sum = Object.values(parts[axis]).reduce((total, part) => total + part, 0);
        const { offset, scale } = S.AXIS_SCALE[axis];
        expect((sum - offset) * scale).toBeCloseTo(axes[axis], 12);
      }
    }
  });

  it('is a pure function of the four answers (A1.1)', () => {
    const answers = { hairColor: 'RED', eyeColor: 'BROWN', skinColor: 'LIGHT', skinUndertone: 'WARM' } as const;
    const others = { ageRange: 'ABOVE_70', selectionValues: [{ stepId: 1, selectedKey: 'x' }] };
    expect(JSON.stringify(analyzeColor({ ...answers, ...others }))).toBe(JSON.stringify(analyzeColor(answers)));
  });
});
