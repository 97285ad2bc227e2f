import type { ProductSet, Tab } from '@svc/domain';
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
import { describeVariants } from './describe-variants.js';

const target = (given: { tags?: string[]; variantIds?: string[] }) => ({
  tags: [],
  productIds: [],
  variantIds: [],
  ...given,
});
const matching = (...rules: ReturnType<typeof createRule>[]) => ({
  matching: {
    colorType: { mode: 'prefer' as const, minScore: 0.2 },
    complexion: { mode: 'prefer' as const, depthTolerance: 0 },
    rules,
    ai: { enabled: true },
  },
});
const chosen = (...rows: [number, string][]) => ({
  selectionValues: rows.map(([stepId, selectedKey]) => ({ stepId, selectedKey })),
});
function describeIn(company: TestCompany, given: Partial<MatchRequest> = {}, locale: string | null = 'en') {
  const variantIds = company.snapshot.variants.map(({ id }) => id);
  const input = {
    ...createRequest(given),
    variantIds,
    sets: company.sets,
    companyLanguage: 'de',
    locale: locale ?? undefined,
  };
  return describeVariants(compileCompany(company), input);
}
const listTexts = (...[company, given, locale]: Parameters<typeof describeIn>) =>
  Object.fromEntries(
    Object.entries(describeIn(company, given, locale)).map(([id, { reasons }]) => [
      id,
      reasons.map(({ text }) => text),
    ]),
  );
const listCodes = (...[company, given]: Parameters<typeof describeIn>) =>
  Object.fromEntries(
    Object.entries(describeIn(company, given)).map(([id, { reasons }]) => [id, reasons.map(({ code }) => code)]),
  );

describe('reasons for the shopper', () => {
  it('name the color type and the complexion in words, when the variant has a suitable tag', () => {
    const company = createCompany(
      {
        own: ['color_type:TRUE_SPRING'],
        near: ['color_type:LIGHT_SPRING'],
        far: ['color_type:DEEP_WINTER'],
        fair: ['complexion:FAIR/WARM'],
        any: ['complexion:FAIR/*'],
        deep: ['complexion:DEEP/WARM'],
        silent: [],
      },
      { funnel: matching() },
    );
    const given = {
      answers: { ...chosen(), skinColor: 'FAIR' as const, skinUndertone: 'WARM' as const },
      color: { type: 'TRUE_SPRING', scores: { TRUE_SPRING: 0.6, LIGHT_SPRING: 0.3, DEEP_WINTER: 0.1 } },
    };
    const color = ['In harmony with your color type, True Spring.'];
    const complexion = ['Flatters your complexion: “Fair”, “Warm”.'];
    expect(listTexts(company, given)).toEqual({
      own: color,
      near: color,
      far: [],
      fair: complexion,
      any: complexion,
      deep: [],
      silent: [],
    });
    expect(listTexts(company, given, 'de-AT')).toMatchObject({
      own: ['Harmoniert mit deinem Farbtyp Warmer Frühling.'],
      fair: ['Schmeichelt deinem Teint: „Sehr hell“, „Warm“.'],
    });
    expect(describeIn(company, given).fair!.reasons[0]!.answer).toEqual({ field: 'skinColor', value: 'FAIR' });
  });

  it('do not mention what the merchant ignores', () => {
    const ignore = { mode: 'ignore' as const };
    const { matching: settings } = matching();
    const company = createCompany(
      { a: ['color_type:TRUE_SPRING', 'complexion:FAIR/WARM'] },
      {
        funnel: {
          matching: {
            ...settings,
            colorType: { ...settings.colorType, ...ignore },
            complexion: { ...settings.complexion, ...ignore },
          },
        },
      },
    );
    const color = { type: 'TRUE_SPRING', scores: { TRUE_SPRING: 1 } };
    expect(listCodes(company, { answers: { ...chosen(), skinColor: 'FAIR' }, color })).toEqual({ a: [] });
  });

  it('contain the caption in the language of the page, never the tag; a long caption is truncated', () => {
    const step = createStep(
      1,
      { Silky: { prefer: ['finish:silk'] }, dry: { require: ['for:dry'] } },
      { type: 'MULTI_SELECTION' },
    );
    step.selections[0]!.caption = { default: 'Silky', de: 'Seidig <b>$&</b>', fr: `${'très '.repeat(30)}soyeux` };
    const company = createCompany({ a: ['finish:silk', 'for:dry'], b: ['for:dry'] }, { steps: [step] });
    const answers = chosen([1, 'dry'], [1, 'silky']);
    expect(listTexts(company, { answers }, null)).toEqual({
      a: ['Passt zu deiner Antwort „Seidig <b>$&</b>“.'],
      b: ['Passt zu deiner Antwort „dry“.'],
    });
    expect(describeIn(company, { answers }).a!.reasons[0]!.answer).toEqual({ stepId: 1, key: 'Silky' });
    const [french] = listTexts(company, { answers }, 'fr').a!;
    expect(french).toMatch(/^Matches your answer “(très )+très…”\.$/);
    expect(french!.length).toBeLessThan(110);
  });

  it('are in the order of their parts of the score, at most three; passed tests come last', () => {
    const steps = [
      createStep(1, { one: { require: ['r:1'] } }),
      createStep(2, { one: { prefer: ['p:2'] } }),
      createStep(3, { one: { prefer: ['p:3'] } }),
    ];
    const all = ['r:1', 'p:2', 'p:3', 'color_type:TRUE_SPRING'];
    const company = createCompany({ all, some: ['r:1', 'p:3'] }, { steps, funnel: matching() });
    const given = {
      answers: chosen([1, 'one'], [2, 'one'], [3, 'one']),
      color: { type: 'TRUE_SPRING', scores: { TRUE_SPRING: 1 } },
    };
    const listSteps = (id: string) =>
      describeIn(company, given)[id]!.reasons.map(({ code, answer }) =>
        answer && 'stepId' in answer ? answer.stepId : code,
      );
    expect(listSteps('all')).toEqual(['COLOR_TYPE', 2, 3]);
    expect(listSteps('some')).toEqual([3, 1]);
  });

  it('a merchant’s rule is a reason only when it has a condition on the shopper and raises the score in total', () => {
    const when = { step: 1, in: ['one'] };
    const rule = (key: string, tag: string, by: number, rest = {}) =>
      createRule({ boost: { ...target({ tags: [tag] }), by } }, { key, ...rest });
    const company = createCompany(
      { asked: ['t:1'], always: ['t:2'], empty: ['t:3'], lowered: ['t:1', 't:4'], pinned: ['t:5'], other: ['t:6'] },
      {
        steps: [createStep(1, { one: {} })],
        funnel: matching(
          rule('secret-margin', 't:1', 0.2, { when }),
          rule('sale', 't:2', 0.2),
          rule('all', 't:3', 0.2, { when: { all: [{ any: [] }, { not: { all: [] } }] } }),
          rule('empty', 't:3', 0.2, { when: { all: [] } }),
          rule('down', 't:4', -0.3, { when }),
          createRule({ pin: target({ tags: ['t:5'] }) }, { key: 'pin', when }),
          createRule({ pin: target({ tags: ['t:6'] }) }, { key: 'pin-all' }),
        ),
      },
    );
    const given = { answers: chosen([1, 'one']) };
    expect(listCodes(company, given)).toEqual({
      asked: ['RECOMMENDED'],
      always: [],
      empty: [],
      lowered: [],
      pinned: ['RECOMMENDED'],
      other: [],
    });
    expect(listTexts(company, given).asked).toEqual(['Recommended for answers like yours.']);
  });

  it('Funnel AI is a reason only for variants that shoppers with these answers clearly choose more often', () => {
    const company = createCompany({ much: [], little: [], less: [] }, { funnel: matching() });
    const learning = {
      getTerms: () => ({
        pop: Float64Array.of(1, 3, 1),
        popularity: Float64Array.of(0, 0.08, 0),
        options: [{ token: 's:1:one', answers: [], lambda: Int32Array.of(400_000, 200_000, -500_000) }],
      }),
    };
    expect(listCodes(company, { learning })).toEqual({ much: ['LEARNED'], little: [], less: [] });
    expect(listTexts(company, { learning }).much).toEqual(['A favorite of shoppers who answered like you.']);
  });
});

describe('sets', () => {
  const fixed = (key: string, variantId: string, lift: 'all' | 'any' | 'off', ids: string[]): ProductSet => ({
    key,
    variantId,
    lift,
    name: { default: `Set ${key}`, de: `Set ${key} (de)` },
    variants: ids.map((id, index) => ({ id, quantity: index + 1 })),
  });
  const step = createStep(1, { one: { prefer: ['p:1'], avoid: ['n:1'] } });
  const variants = { f: [], y: [], d: [], o: [], a: [], b: ['p:1'], c: ['n:1'] };
  const company = createCompany(variants, {
    steps: [step],
    sets: [
      fixed('all', 'f', 'all', ['a', 'b']),
      fixed('any', 'y', 'any', ['a', 'c']),
      fixed('off', 'o', 'off', ['c', 'a']),
      {
        key: 'fill',
        variantId: 'd',
        name: { default: 'Your set' },
        size: 2,
        products: ['P-a', 'P-b', 'P-c'].map((id) => ({ id, max: 1 })),
      },
    ],
  });
  const given = { answers: chosen([1, 'one']) };

  it('show their members: a fixed set with quantities in the merchant’s order, a dynamic set with the chosen ones, best first (docs/matching.md M5.8)', () => {
    const described = describeIn(company, given, 'de');
    expect(Object.fromEntries(Object.entries(described).map(([id, { set }]) => [id, set]))).toEqual({
      f: {
        key: 'all',
        name: 'Set all (de)',
        members: [
          { variantId: 'a', quantity: 1 },
          { variantId: 'b', quantity: 2 },
        ],
      },
      y: {
        key: 'any',
        name: 'Set any (de)',
        members: [
          { variantId: 'a', quantity: 1 },
          { variantId: 'c', quantity: 2 },
        ],
      },
      o: {
        key: 'off',
        name: 'Set off (de)',
        members: [
          { variantId: 'c', quantity: 1 },
          { variantId: 'a', quantity: 2 },
        ],
      },
      d: {
        key: 'fill',
        name: 'Your set',
        members: [
          { variantId: 'b', quantity: 1 },
          { variantId: 'a', quantity: 1 },
        ],
      },
      a: null,
      b: null,
    });
  });

  it('have one reason; the own variant of a set with `lift: off` is matched like any other', () => {
    expect(listTexts(company, given)).toMatchObject({
      f: ['Every product in this set suits you.'],
      y: ['A set with at least one product that suits you.'],
      d: ['A set selected for you.'],
      o: [],
      b: ['Matches your answer “one”.'],
    });
  });

  it('are complete according to the whole assortment, whatever variants are requested', () => {
    const input = { ...createRequest(given), sets: company.sets, companyLanguage: 'en', locale: undefined };
    const alone = describeVariants(compileCompany(company), { ...input, variantIds: ['d'] });
    expect(alone).toEqual({ d: describeIn(company, given).d });
    expect(Object.keys(alone)).toEqual(['d']);
  });

  it('tabs and filters have no effect', () => {
    const tab: Tab = {
      key: 'T',
      name: { default: 'T' },
      description: null,
      maxItemsToShow: null,
      enabled: true,
      select: { tags: [], productIds: [], sets: ['all'] },
    };
    const tabbed = { ...company, funnel: { ...company.funnel, resultPage: { enabled: true, tabs: [tab] } } };
    expect(describeIn(tabbed, given)).toEqual(describeIn(company, given));
  });
});
