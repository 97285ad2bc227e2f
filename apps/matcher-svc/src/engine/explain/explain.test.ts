import { describe, expect, it } from 'vitest';
import type { MatchRequest } from '../rank/match-variants.js';
import {
  compileCompany,
  createCompany,
  createRequest,
  createRule,
  createStep,
  type TestCompany,
} from '../testing/company.js';
import { explainMatch } from './explain.js';
import { SENTENCES_DE } from './explain-sentences-de.js';
import { SENTENCES_EN } from './explain-sentences-en.js';
import type { MatchExplanation, VariantExplanation } from './match-explanation.js';

const target = (given: { tags?: string[]; variantIds?: string[] }) => ({
  tags: [],
  productIds: [],
  variantIds: [],
  ...given,
});
const rules = (...list: ReturnType<typeof createRule>[]) => ({
  matching: {
    colorType: { mode: 'require' as const, minScore: 0.2 },
    complexion: { mode: 'require' as const, depthTolerance: 0 },
    rules: list,
    ai: { enabled: false },
  },
});
const chosen = (...rows: [number, string][]) => ({
  selectionValues: rows.map(([stepId, selectedKey]) => ({ stepId, selectedKey })),
});

function explain(
  company: TestCompany,
  variantIds: string[],
  given: Partial<MatchRequest> = {},
  companyLanguage = 'en',
): Omit<MatchExplanation, 'versions'> {
  return explainMatch(compileCompany(company), {
    ...createRequest(given),
    variantIds,
    sets: company.sets,
    companyLanguage,
  });
}
const explainOne = (...[company, id, given, language]: [TestCompany, string, Partial<MatchRequest>?, string?]) =>
  explain(company, [id], given, language).variants[0]!;
const failedTests = ({ tests }: VariantExplanation) => tests.filter(({ passed }) => !passed);

describe('explainMatch (docs/matching.md M9)', () => {
  it('says why a variant is not eligible: unknown, unavailable, or not in the assortment (M4.1, M9.1)', () => {
    const company = createCompany({ a: ['t:1'], b: ['t:2'], c: ['t:1'] });
    company.snapshot.variants[2]!.available = false;
    company.funnel.assortment = { tags: ['t:1'], productIds: [] };
    const { variants, matchedCount } = explain(company, ['a', 'b', 'c', 'A']);
    expect(variants.map(({ matched, eligibility }) => [matched, eligibility.code])).toEqual([
      [true, 'ELIGIBLE'],
      [false, 'NOT_IN_ASSORTMENT'],
      [false, 'UNAVAILABLE'],
      [false, 'UNKNOWN_VARIANT'],
    ]);
    expect(matchedCount).toBe(1);
    expect(variants[3]).toMatchObject({ tests: [], score: null, position: null });
  });

  it('names the color type, complexion cells, tags and answers that reject a variant (M9.1)', () => {
    const options = { One: { require: ['a:1'], avoid: ['b:bad'] }, two: { require: ['a:2'] } };
    const company = createCompany(
      { far: ['color_type:SOFT_AUTUMN', 'complexion:DEEP/COOL', 'a:2', 'b:bad'] },
      { steps: [createStep(1, options, { title: { default: 'Skin' } })] },
    );
    const found = explainOne(company, 'far', {
      answers: { ...chosen([1, 'one']), skinColor: 'FAIR', skinUndertone: 'WARM' },
      color: { type: 'TRUE_SPRING', scores: { TRUE_SPRING: 1 } },
    });
    expect(failedTests(found)).toMatchObject([
      {
        code: 'COLOR_CLASHES',
        answers: [{ field: 'colorType', value: 'TRUE_SPRING' }],
        tags: ['color_type:SOFT_AUTUMN'],
      },
      { code: 'COMPLEXION_CLASHES', answers: [{ value: 'FAIR' }, { value: 'WARM' }], tags: ['complexion:DEEP/COOL'] },
      { code: 'REQUIRE_OTHER', stepId: 1, answers: [{ stepId: 1, key: 'one' }], tags: ['a:2'] },
      { code: 'AVOID_CARRIED', stepId: 1, answers: [{ stepId: 1, key: 'one' }], tags: ['b:bad'] },
    ]);
    expect(found.sentence).toBe('far is not matched: it fails 4 of 5 tests.');
    expect(failedTests(found)[3]!.sentence).toBe('The answer "One" to "Skin" avoids b:bad, which it has.');
  });

  it('a strict step cites only the answer, because removing a tag would not help', () => {
    const step = createStep(1, { one: { require: ['a:1'] }, two: { require: ['a:2'] } }, { strict: true });
    const company = createCompany({ silent: [], other: ['a:2'] }, { steps: [step] });
    const { variants } = explain(company, ['silent', 'other'], { answers: chosen([1, 'one']) });
    for (const variant of variants) {
      expect(failedTests(variant)).toMatchObject([{ code: 'REQUIRE_STRICT', tags: [], answers: [{ key: 'one' }] }]);
    }
  });

  it('names every applicable rule that rejects the variant, and no other', () => {
    const company = createCompany(
      { a: ['t:1'] },
      {
        funnel: rules(
          createRule({ exclude: target({ tags: ['t:1'] }) }, { key: 'by-tag' }),
          createRule({ exclude: target({ variantIds: ['a'], tags: ['t:1'] }) }, { key: 'by-id' }),
          createRule({ require: target({ tags: ['t:2'] }) }, { key: 'only-2' }),
          createRule({ exclude: target({ tags: ['t:1'] }) }, { key: 'over', until: '2026-11-21' }),
        ),
      },
    );
    expect(failedTests(explainOne(company, 'a'))).toMatchObject([
      { code: 'EXCLUDED_BY_RULE', rules: ['by-tag'], tags: ['t:1'] },
      { code: 'EXCLUDED_BY_RULE', rules: ['by-id'], tags: [] },
      { code: 'OUTSIDE_RULE', rules: ['only-2'] },
    ]);
  });

  it('gives every part of the score with weight and value, the boosts, the pin and the place (M6.1, M9.1)', () => {
    const company = createCompany(
      { a: ['color_type:TRUE_SPRING', 'complexion:FAIR/WARM', 'a:1'], b: [] },
      {
        steps: [createStep(1, { one: { prefer: ['a:1'] } }), createStep(2, { one: { prefer: ['z:9'] } })],
        funnel: rules(
          createRule({ boost: { ...target({ tags: ['a:1'] }), by: -0.1 } }, { key: 'down' }),
          createRule({ pin: target({ variantIds: ['b'] }) }, { key: 'first' }),
        ),
      },
    );
    const given = {
      answers: { ...chosen([1, 'one'], [2, 'one']), skinColor: 'FAIR' as const },
      color: { type: 'TRUE_SPRING', scores: { TRUE_SPRING: 0.8 } },
    };
    const { variants } = explain(company, ['a', 'b'], given);
    const [a, b] = variants as [VariantExplanation, VariantExplanation];
    expect(a.score!.parts).toMatchObject([
      {
        part: 'TAGS',
        weight: 0.55,
        value: 0.75,
        tags: ['a:1'],
        steps: [
          { stepId: 1, value: 1 },
          { stepId: 2, value: 0.5 },
        ],
      },
      { part: 'COLOR_TYPE', weight: 0.225, value: 0.8, tags: ['color_type:TRUE_SPRING'] },
      { part: 'COMPLEXION', weight: 0.225, value: 1, tags: ['complexion:FAIR/WARM'] },
    ]);
    expect(a.score).toMatchObject({ boosts: [{ rule: 'down', by: -0.1 }], learned: 0, q: 717_500, total: 0.7175 });
    expect([a.position, b.position, a.pin, b.pin?.rule, b.pin?.group]).toEqual([2, 1, null, 'first', 1]);
  });

  it('a set lists which members are matched, which are missing, and which fill it', () => {
    const name = { default: 'Set' };
    const company = createCompany(
      { f: [], d: [], o: [], a: ['t:1'], b: ['t:2'] },
      {
        sets: [
          {
            key: 'fixed',
            name,
            variantId: 'f',
            lift: 'all',
            variants: [
              { id: 'a', quantity: 1 },
              { id: 'b', quantity: 1 },
            ],
          },
          {
            key: 'fill',
            name,
            variantId: 'd',
            size: 1,
            products: [
              { id: 'P-a', max: 1 },
              { id: 'P-b', max: 1 },
            ],
          },
          { key: 'off', name, variantId: 'o', lift: 'off', variants: [{ id: 'a', quantity: 1 }] },
        ],
        funnel: rules(createRule({ exclude: target({ tags: ['t:2'] }) })),
      },
    );
    const [fixed, fill, off] = explain(company, ['f', 'd', 'o']).variants;
    expect([fixed, fill, off].map((variant) => variant?.matched)).toEqual([false, true, true]);
    expect(fixed!.sets).toMatchObject([
      { key: 'fixed', code: 'SET_INCOMPLETE', members: ['a'], missing: ['b'], needed: 2 },
    ]);
    expect(fill!.sets).toMatchObject([{ key: 'fill', code: 'SET_COMPLETE', members: ['a'], lift: 'fill' }]);
    expect(off!.sets).toMatchObject([{ key: 'off', code: 'SET_OFF' }]);
    expect(fill!.tests.map(({ code }) => code)).toEqual(['NOT_EXCLUDED', 'SET_COMPLETE']);
    expect([fixed!.score, off!.score?.q]).toEqual([null, 500_000]);
  });

  it('is German for a German company, with its captions, and English for any other', () => {
    const step = createStep(1, { dry: { avoid: ['b:1'] } }, { title: { en: 'Your skin', de: 'Deine Haut' } });
    const company = createCompany({ a: ['b:1'] }, { steps: [step] });
    const sentenceIn = (language: string) =>
      failedTests(explainOne(company, 'a', { answers: chosen([1, 'dry']) }, language))[0]?.sentence;
    expect(sentenceIn('de-CH')).toBe(
      'Die Antwort "dry" auf „Deine Haut“ schließt b:1 aus; die Variante hat diese Tags.',
    );
    expect(sentenceIn('fr')).toBe('The answer "dry" to "Your skin" avoids b:1, which it has.');
  });

  it('both languages have the same placeholders in every sentence', () => {
    const factsIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const code of Object.keys(SENTENCES_EN) as (keyof typeof SENTENCES_EN)[]) {
      expect(factsIn(SENTENCES_DE[code]), code).toEqual(factsIn(SENTENCES_EN[code]));
    }
  });
});
