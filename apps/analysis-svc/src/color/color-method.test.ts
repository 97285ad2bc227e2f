import { COLOR_TYPES, EYE_COLORS, HAIR_COLORS, SKIN_COLORS } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { typologyAngle } from '../selfie/measure/color-space.js';
import { EYE_REFERENCES, HAIR_REFERENCES, SKIN_REFERENCES } from '../selfie/measure/reference-colors.js';
import { allAnswers, type ColorAnswers, completeAnswers } from '../testing/color-answers.js';
import { readMethodTable } from '../testing/method-page.js';
import { analyzeColor } from './color-analysis.js';
import * as S from './color-tables.js';
import { explainCloseness } from './explain-color.js';

const tables = {
  skin: readMethodTable('A2.1').left,
  hair: [...readMethodTable('A2.3').left, ...readMethodTable('A2.3').right],
  eyes: [...readMethodTable('A2.4').left, ...readMethodTable('A2.4').right],
  signs: readMethodTable('A2.5'),
  directions: [...readMethodTable('A3.4').left, ...readMethodTable('A3.4').right],
};

describe('the tables of docs/color-method.md A2 and A3 are those of the code', () => {
  it('skin, with its typology angles (A2.1)', () => {
    expect(tables.skin.map(([name]) => name)).toEqual([...SKIN_COLORS]);
    for (const [name, [l, a, b, angle]] of tables.skin) {
      const lab = SKIN_REFERENCES[name as keyof typeof SKIN_REFERENCES];
      expect([name, ...lab]).toEqual([name, l, a, b]);
      expect([name, Math.round(typologyAngle(lab))]).toEqual([name, angle]);
    }
  });

  it('hair and eyes (A2.3, A2.4)', () => {
    expect(Object.fromEntries(tables.hair)).toEqual(HAIR_REFERENCES);
    expect(Object.fromEntries(tables.eyes)).toEqual(EYE_REFERENCES);
    expect([tables.hair.length, tables.eyes.length]).toEqual([HAIR_COLORS.length, EYE_COLORS.length]);
  });

  it('temperature and clarity (A2.5)', () => {
    const { left: hair, right: eye } = tables.signs;
    for (const [feature, rows] of Object.entries({ hair, eye })) {
      const known = feature as 'hair' | 'eye';
      const column = (index: number) => Object.fromEntries(rows.map(([name, values]) => [name, values[index]]));
      expect(column(0)).toEqual(S.TEMPERATURE[known]);
      expect(column(1)).toEqual(S.CLARITY[known]);
    }
    expect(S.TEMPERATURE.undertone).toEqual({ COOL: -1, NEUTRAL: 0, WARM: 1 });
  });

  it('directions, in the order that decides ties (A3.4)', () => {
    expect(tables.directions.map(([name]) => name)).toEqual([...COLOR_TYPES]);
    const ours = Object.entries(S.TAXONOMIES.SEASONS_12.types).map(([name, [direction]]) => [name, direction]);
    expect(tables.directions).toEqual(ours);
  });
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const clamp = (x: number) => Math.max(-1.3, Math.min(1.3, x));
const findValue = (rows: readonly (readonly [string, readonly number[]])[], name: string, index: number) =>
  rows.find(([key]) => key === name)?.[1][index] as number;

/** `part`: what a feature adds, by its weight. The page once more, from its own tables. */
function computeParts({ hairColor, eyeColor, skinColor, skinUndertone }: ColorAnswers) {
  const lightness = {
    hair: hairColor && findValue(tables.hair, hairColor, 0),
    eye: eyeColor && findValue(tables.eyes, eyeColor, 0),
    skin: skinColor && findValue(tables.skin, skinColor, 0),
  };
  const sign = (half: 'left' | 'right', name: string | undefined, index: number) =>
    name && findValue(tables.signs[half], name, index);
  const value = (l: number | undefined | '', center: number, spread: number) =>
    typeof l === 'number' ? clamp((l - center) / spread) : undefined;
  const weighted = (...rows: [string, number, number | undefined | ''][]) =>
    rows.flatMap(([name, weight, x]) => (typeof x === 'number' ? [{ name, weight, part: weight * x }] : []));
  return {
    temperature: weighted(
      ['undertone', 0.6, skinUndertone && { COOL: -1, NEUTRAL: 0, WARM: 1 }[skinUndertone]],
      ['hair', 0.25, sign('left', hairColor, 0)],
      ['eye', 0.15, sign('right', eyeColor, 0)],
    ),
    value: weighted(
      ['skin', 0.3, value(lightness.skin, 70, 14)],
      ['hair', 0.4, value(lightness.hair, 47, 28)],
      ['eye', 0.3, value(lightness.eye, 43, 17)],
    ),
    clarity: weighted(
      ['contrast', 0.35, computeContrast(lightness)],
      ['eye', 0.35, sign('right', eyeColor, 1)],
      ['hair', 0.3, sign('left', hairColor, 1)],
    ),
  };
}

function computeContrast({ skin, hair, eye }: Record<'skin' | 'hair' | 'eye', number | undefined | ''>) {
  if (typeof skin !== 'number') return undefined;
  const others = [
    [0.7, hair],
    [0.3, eye],
  ].flatMap(([weight, l]) => (typeof l === 'number' ? [[weight as number, Math.abs(skin - l)] as const] : []));
  if (others.length === 0) return undefined;
  const d = sum(others.map(([weight, far]) => weight * far)) / sum(others.map(([weight]) => weight));
  const k = (0.5 * d) / 67.5 + (0.5 * d) / Math.max(skin - 15, 20);
  return clamp((k - 0.5) / 0.5);
}

const SCALES = { temperature: [0, 0.9], value: [0.05, 1], clarity: [-0.05, 1.5] } as const;
const AXES = ['temperature', 'value', 'clarity'] as const;
type Parts = ReturnType<typeof computeParts>;
const sumWeights = (parts: Parts[(typeof AXES)[number]]) => sum(parts.map(({ weight }) => weight));

function computeAxes(parts: Parts): number[] {
  return AXES.map((axis) => {
    const [offset, scale] = SCALES[axis];
    const evidence = sumWeights(parts[axis]);
    const x = sum(parts[axis].map(({ part }) => part));
    return evidence === 0 ? 0 : (x / Math.max(evidence, 0.5) - offset) * scale * Math.min(1, evidence / 0.5);
  });
}

const computeCosines = (axes: readonly number[]) =>
  tables.directions.map(
    ([, d]) => sum(d.map((part, axis) => part * (axes[axis] as number))) / Math.hypot(...d) / Math.hypot(...axes),
  );

describe('the formulas of docs/color-method.md A3, for all 1,728 answers', () => {
  const all = [...allAnswers()].map((answers) => ({
    answers,
    parts: computeParts(answers),
    color: analyzeColor(answers),
  }));
  const typed = all.filter(({ color }) => color.type !== null);

  it('parts of the axes, with the contrast of what is answered (A3.1, A3.2)', () => {
    for (const { parts, color } of all) {
      for (const axis of AXES) {
        const expected = parts[axis].map(({ name, part }) => [name, expect.closeTo(part, 12)]);
        expect(color.parts[axis]).toEqual(Object.fromEntries(expected));
      }
    }
  });

  it('deep skin with dark hair has more contrast than the difference alone (A3.2)', () => {
    const { parts } = analyzeColor({ skinColor: 'DEEP', hairColor: 'BLACK' });
    const difference = (46 - 17) / 67.5;
    expect(parts.clarity.contrast).toBeGreaterThan((0.35 * (difference - 0.5)) / 0.5);
  });

  it('axes, which fade with little evidence and are 0 without (A3.3)', () => {
    for (const { parts, color } of all) {
      const expected = computeAxes(parts).map((axis) => expect.closeTo(axis, 12));
      expect(AXES.map((axis) => color.axes[axis])).toEqual(expected);
    }
    expect(analyzeColor({}).axes).toEqual({ temperature: 0, value: 0, clarity: 0 });
  });

  it('scores of the twelve types; the type has the highest cosine (A3.4)', () => {
    expect(typed.length).toBeGreaterThan(1_000);
    for (const { parts, color } of typed) {
      const cosines = computeCosines(computeAxes(parts));
      const weights = cosines.map((cosine) => Math.exp(8 * cosine));
      const scores = tables.directions.map(([name], index) => [
        name,
        expect.closeTo((weights[index] as number) / sum(weights), 12),
      ]);
      expect(color.scores).toEqual(Object.fromEntries(scores));
      const best = Math.max(...cosines);
      expect(color.type).toBe(tables.directions.find((_, index) => (cosines[index] as number) > best - 1e-12)?.[0]);
    }
  });

  it('evidence and confidence (A3.5)', () => {
    for (const { answers, parts, color } of typed) {
      const { hairColor, eyeColor, skinColor, skinUndertone } = answers;
      const evidence =
        (hairColor ? 0.35 : 0) + (eyeColor ? 0.15 : 0) + (skinColor ? 0.2 : 0) + (skinUndertone ? 0.3 : 0);
      const axes = computeAxes(parts);
      const [first = 0, second = 0] = computeCosines(axes).sort((a, b) => b - a);
      const confidence = evidence * Math.min(1, Math.hypot(...axes) / 0.5) * Math.min(1, (first - second) / 0.15);
      expect(color.confidence).toBeCloseTo(confidence, 12);
    }
  });

  it('contributions of the features to a type (A3.7)', () => {
    let [count, farthest] = [0, 0];
    for (const answers of completeAnswers()) {
      const color = analyzeColor(answers);
      const parts = computeParts(answers);
      const length = Math.hypot(...computeAxes(parts));
      for (const [type, direction] of tables.directions) {
        const { contributions } = explainCloseness(color, type) ?? expect.fail();
        for (const [index, axis] of AXES.entries()) {
          const share = (direction[index] as number) / Math.hypot(...direction) / length;
          for (const { name, part } of parts[axis]) {
            const expected = (part / sumWeights(parts[axis])) * SCALES[axis][1] * share;
            farthest = Math.max(farthest, Math.abs((contributions[axis][name] ?? Number.NaN) - expected));
            count += 1;
          }
        }
      }
    }
    // NaN, of one that is missing, is not less either.
    expect([count, farthest < 1e-12]).toEqual([840 * 12 * 9, true]);
  });
});
