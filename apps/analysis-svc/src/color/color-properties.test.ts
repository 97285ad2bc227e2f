import { COLOR_SEASONS, COLOR_TAXONOMIES, type ColorTaxonomy } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { allAnswers, completeAnswers } from '../testing/color-answers.js';
import { analyzeColor, type ColorAnalysis } from './color-analysis.js';
import * as S from './color-tables.js';
import { explainCloseness } from './explain-color.js';

const TAXONOMIES = Object.keys(COLOR_TAXONOMIES) as ColorTaxonomy[];
/** The season of a type: SPRING for LIGHT_SPRING and for SPRING. */
const toSeason = (type: string): string => type.slice(type.indexOf('_') + 1);
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const axesLength = ({ axes }: ColorAnalysis): number => Math.hypot(axes.temperature, axes.value, axes.clarity);

/** All 1,728 answers, missing ones included, in both taxonomies: 840 of them are complete. */
const everything = TAXONOMIES.flatMap((taxonomy) =>
  [...allAnswers()].map((answers) => ({ answers, color: analyzeColor(answers, taxonomy) })),
);

describe.each(TAXONOMIES)('every answer in %s', (taxonomy) => {
  const all = everything.filter(({ color }) => color.taxonomy === taxonomy);
  const typed = all.filter(({ color }) => color.type !== null);

  it('every type is reached by complete answers, and those always have a type', () => {
    const reached = new Set<string | null>();
    for (const answers of completeAnswers()) reached.add(analyzeColor(answers, taxonomy).type);
    expect([...reached].sort()).toEqual([...COLOR_TAXONOMIES[taxonomy]].sort());
  });

  it('COOL is only ever summer or winter, WARM only spring or autumn', () => {
    const seasons = (undertone: string) =>
      new Set(
        typed.flatMap(({ answers, color: { type } }) =>
          answers.skinUndertone === undertone && type ? toSeason(type) : [],
        ),
      );
    expect(seasons('COOL')).toEqual(new Set(['SUMMER', 'WINTER']));
    expect(seasons('WARM')).toEqual(new Set(['SPRING', 'AUTUMN']));
    expect(seasons('NEUTRAL')).toEqual(new Set(COLOR_SEASONS));
  });

  it('scores are a distribution over the types of the taxonomy, in their order, and the type is the highest', () => {
    for (const { color } of typed) {
      const values = Object.values(color.scores);
      expect(Object.keys(color.scores)).toEqual([...COLOR_TAXONOMIES[taxonomy]]);
      expect(sum(values)).toBeCloseTo(1, 10);
      expect(color.scores[color.type as string]).toBe(Math.max(...values));
      expect(color.confidence).toBeGreaterThanOrEqual(0);
      expect(color.confidence).toBeLessThanOrEqual(1);
    }
  });

  it('a result without a type has a reason: too few answers, no temperature, or a neutral center, in this order (docs/color-method.md A3.6)', () => {
    for (const { answers, color } of all) {
      const weights = { hairColor: 0.35, eyeColor: 0.15, skinColor: 0.2, skinUndertone: 0.3 };
      const evidence = sum(
        Object.entries(weights).map(([key, weight]) => (key in answers && answers[key as never] ? weight : 0)),
      );
      const temperature = Math.abs(color.axes.temperature);
      const expected =
        evidence < 0.5
          ? 'TOO_FEW_ANSWERS'
          : !answers.skinUndertone && (!(answers.hairColor && answers.eyeColor) || temperature < 0.1)
            ? 'NO_TEMPERATURE'
            : axesLength(color) < 0.05
              ? 'NEUTRAL_CENTRE'
              : null;
      expect([color.reason, color.type === null]).toEqual([expected, expected !== null]);
      if (expected) expect(color).toMatchObject({ scores: {}, confidence: 0 });
    }
  });

  it('the explanation is additive: contributions sum to the closeness, and the scores follow from it (docs/color-method.md A3.7)', () => {
    for (const { color } of typed) {
      const weights = COLOR_TAXONOMIES[taxonomy].map((type) => {
        const { closeness, contributions } = explainCloseness(color, type) ?? {
          closeness: Number.NaN,
          contributions: {},
        };
        expect(sum(Object.values(contributions).flatMap((axis) => Object.values(axis)))).toBeCloseTo(closeness, 12);
        return [type, Math.exp(S.SHARPNESS * closeness)] as const;
      });
      const total = sum(weights.map(([, weight]) => weight));
      for (const [type, weight] of weights) expect(color.scores[type]).toBeCloseTo(weight / total, 12);
    }
  });
});

describe('SEASONS_4, the coarser division of the same axes (ADR 22)', () => {
  const pairs = [...allAnswers()].map((answers) => ({
    twelve: analyzeColor(answers, 'SEASONS_12'),
    four: analyzeColor(answers, 'SEASONS_4'),
  }));

  it('its type is always the season of the SEASONS_12 type, and missing exactly when that is missing', () => {
    for (const { twelve, four } of pairs) {
      expect(four.type).toBe(twelve.type && toSeason(twelve.type));
      expect(four.reason).toBe(twelve.reason);
    }
  });

  it('the coarser type never has less confidence', () => {
    for (const { twelve, four } of pairs) expect(four.confidence).toBeGreaterThanOrEqual(twelve.confidence - 1e-12);
  });

  it('each result also has the scores of the other taxonomy, for tags of that taxonomy', () => {
    for (const { twelve, four } of pairs) {
      expect(twelve.otherScores).toEqual(four.scores);
      expect(four.otherScores).toEqual(twelve.scores);
    }
  });

  it('axes and parts are equal; each result contains its own mapping version', () => {
    for (const { twelve, four } of pairs) expect([four.axes, four.parts]).toEqual([twelve.axes, twelve.parts]);
    expect(pairs[0]).toMatchObject({
      twelve: { taxonomy: 'SEASONS_12', mappingVersion: 'seasons-12/1' },
      four: { taxonomy: 'SEASONS_4', mappingVersion: 'seasons-4/1' },
    });
  });

  it('at least 180 of the 840 complete answers belong to each season', () => {
    const counts: Record<string, number> = {};
    for (const answers of completeAnswers()) {
      const type = String(analyzeColor(answers, 'SEASONS_4').type);
      counts[type] = (counts[type] ?? 0) + 1;
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(180);
  });
});

describe('features that a selfie filled (docs/color-method.md A7.5: the weight of evidence only)', () => {
  const answers = { hairColor: 'RED', eyeColor: 'BROWN', skinColor: 'LIGHT', skinUndertone: 'WARM' } as const;

  it('lower the confidence without changing axes or scores', () => {
    const sure = analyzeColor(answers);
    const measured = analyzeColor(answers, 'SEASONS_12', { hair: 0.3, eye: 0.4 });
    expect([measured.axes, measured.scores, measured.type]).toEqual([sure.axes, sure.scores, sure.type]);
    expect(measured.confidence).toBeCloseTo(sure.confidence * (0.35 * 0.3 + 0.15 * 0.4 + 0.2 + 0.3), 12);
  });

  it('are not sufficient: a selfie without any answer gives no type', () => {
    expect(analyzeColor(answers, 'SEASONS_12', { hair: 0.3, eye: 0.4, skin: 0.6, undertone: 0.3 })).toMatchObject({
      type: null,
      reason: 'TOO_FEW_ANSWERS',
    });
  });

  it('the certainty of a missing feature has no effect', () => {
    const { eyeColor, skinUndertone, hairColor } = answers;
    const some = { eyeColor, skinUndertone, hairColor };
    expect(analyzeColor(some, 'SEASONS_12', { skin: 0.1 })).toEqual(analyzeColor(some));
  });
});

describe('the explanation of a stored result', () => {
  it('is not available for another mapping version or for a type of another taxonomy', () => {
    const color = analyzeColor({ hairColor: 'RED', eyeColor: 'BROWN', skinUndertone: 'WARM' });
    expect(explainCloseness(color, 'TRUE_AUTUMN')).toBeDefined();
    expect(explainCloseness({ ...color, mappingVersion: 'seasons-12/0' }, 'TRUE_AUTUMN')).toBeUndefined();
    expect(explainCloseness(color, 'AUTUMN')).toBeUndefined();
    expect(explainCloseness(analyzeColor({}), 'TRUE_AUTUMN')).toBeUndefined();
  });
});

describe('cautions (docs/color-analysis.md)', () => {
  it('deep skin with dark hair and eyes reaches two of the twelve types; the scores distinguish its undertones (A1.5)', () => {
    const deep = [...completeAnswers()].filter(
      ({ skinColor, hairColor, eyeColor }) =>
        skinColor === 'DEEP' && /^(BROWN|BLACK)$/.test(hairColor ?? '') && /BROWN$/.test(eyeColor ?? ''),
    );
    const results = deep.filter(({ eyeColor }) => eyeColor !== 'GREEN_BROWN').map((answers) => analyzeColor(answers));
    expect(new Set(results.map(({ type }) => type))).toEqual(new Set(['DEEP_AUTUMN', 'DEEP_WINTER']));
    expect(new Set(results.map(({ scores }) => JSON.stringify(scores))).size).toBe(results.length);
  });
});
