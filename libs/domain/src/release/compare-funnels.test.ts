import { describe, expect, it } from 'vitest';
import { singleSelection } from '../funnel/steps.testing.js';
import { DEFAULT_ASSORTMENT, DEFAULT_MATCHING, DEFAULT_RESULT_PAGE } from '../matching/matching-settings.js';
import { compareFunnels, type FunnelContent } from './compare-funnels.js';

const content = (changed: Partial<FunnelContent> = {}): FunnelContent => ({
  steps: [singleSelection(1, ['dry', 'oily'])],
  assortment: DEFAULT_ASSORTMENT,
  matching: DEFAULT_MATCHING,
  resultPage: DEFAULT_RESULT_PAGE,
  ...changed,
});
const rule = (key: string, tag = 'a:b') => ({
  key,
  then: { exclude: { tags: [tag], productIds: [], variantIds: [] } },
});
const matching = (...rules: ReturnType<typeof rule>[]) =>
  content({ matching: { ...DEFAULT_MATCHING, rules } as never });
const tab = (key: string, name = key) => ({
  key,
  name: { default: name },
  description: null,
  maxItemsToShow: null,
  enabled: true,
  select: { tags: [], productIds: [], sets: [] },
});
const summarize = (before: FunnelContent, after: FunnelContent) =>
  compareFunnels(before, after, 'en').map(({ kind, path, sentence }) => [kind, path, sentence]);

describe('the differences of two states of a funnel (docs/releases.md "What changes")', () => {
  it('there are none between a state and itself', () => {
    expect(compareFunnels(content(), content(), 'en')).toEqual([]);
  });

  it('a path points into the state that has the thing', () => {
    const after = content({ steps: [singleSelection(1, ['dry', 'mixed']), singleSelection(2, ['x'])] });
    expect(summarize({ ...content(), steps: [singleSelection(0, ['y']), ...content().steps] }, after)).toEqual([
      ['OPTION_ADDED', '/steps/0/selections/1', 'New option “mixed” of “Question 1”'],
      ['OPTION_REMOVED', '/steps/1/selections/1', 'Option “oily” of “Question 1” is removed'],
      ['STEP_ADDED', '/steps/1', 'New question “Question 2”'],
      ['STEP_REMOVED', '/steps/0', 'Question “Question 0” is removed'],
    ]);
  });

  it('rules and tabs are compared by their keys, and a new order is one change', () => {
    expect(
      summarize(matching(rule('a'), rule('b'), rule('c')), matching(rule('c'), rule('a', 'x:y'), rule('d'))),
    ).toEqual([
      [
        'RULE_CHANGED',
        '/matching/rules/1',
        'Rule “a” changes. Before: For every shopper: hide products with the tag a:b. After: For every shopper: hide products with the tag x:y.',
      ],
      ['RULE_ADDED', '/matching/rules/2', 'New rule “d”: For every shopper: hide products with the tag a:b.'],
      ['RULE_REMOVED', '/matching/rules/1', 'Rule “b” is removed: For every shopper: hide products with the tag a:b.'],
      ['RULES_ORDER', '/matching/rules', 'Rules are in a new order: c and a'],
    ]);
    const page = (...tabs: ReturnType<typeof tab>[]) => content({ resultPage: { enabled: true, tabs } });
    expect(summarize(page(tab('care')), page(tab('care'), tab('lips', 'Lips')))).toEqual([
      ['TAB_ADDED', '/resultPage/tabs/1', 'New tab “Lips”'],
    ]);
  });

  it('other settings are named by their place; settings that a state does not have are not compared', () => {
    const after = content({ assortment: { tags: ['category:lips'], productIds: [] } });
    expect(summarize(content(), after)).toEqual([
      ['SETTING_CHANGED', '/assortment/tags', 'Assortment (tags): none → category:lips'],
    ]);
    expect(summarize({ steps: content().steps }, after)).toEqual([]);
  });

  it('conditions, rules and tabs are sentences with names, in both languages, and never JSON (docs/dashboard.md Y14.7)', () => {
    const skin = { ...singleSelection(1, ['dry', 'oily']), title: { default: 'Skin' } };
    const shade = { ...singleSelection(2, ['x']), title: { default: 'Shade' } };
    const target = { tags: [], productIds: ['P1'], variantIds: ['V1'] };
    const when = { step: 1, in: ['dry'] };
    const before = content({
      steps: [skin, { ...shade, showWhen: { step: 3, answered: true } }, singleSelection(3, ['y'])],
      resultPage: { enabled: true, tabs: [tab('care')] },
    });
    const after: FunnelContent = {
      steps: [skin, { ...shade, showWhen: { all: [when, { not: { step: 1, in: ['oily'] } }] } }],
      assortment: { tags: [], productIds: ['P1', 'P2'] },
      matching: {
        ...DEFAULT_MATCHING,
        colorType: { mode: 'prefer', minScore: 0.5 },
        rules: [{ key: 'r', when, then: { pin: target }, until: '2026-12-01' }],
      },
      resultPage: {
        enabled: true,
        tabs: [{ ...tab('care'), maxItemsToShow: 4, select: { tags: ['a:b'], productIds: ['P1'], sets: [] } }],
      },
    };
    const catalog = { product: (id: string) => ({ P1: 'Velvet' })[id] ?? id, variant: () => 'Velvet – Coral' };
    const say = (language: 'en' | 'de') =>
      compareFunnels(before, after, language, catalog).map(({ sentence }) => sentence);
    expect(say('en')).toEqual([
      'Question “Shade” is shown: if “Question 3” is answered → if “Skin” is dry and “Skin” is not oily',
      'Question “Question 3” is removed',
      'Assortment (products): none → Velvet and P2',
      'Color type: required → preferred',
      'Color type (lowest score): 0.2 → 0.5',
      'New rule “r”: If “Skin” is dry: put the product Velvet or the variant Velvet – Coral first. Applies up to and including Nov 30, 2026.',
      'Tab “care” changes: number of products: none → 4; tags: none → a:b; products: none → Velvet',
    ]);
    expect(say('de')).toEqual([
      'Frage „Shade“ erscheint: wenn „Question 3“ beantwortet ist → wenn bei „Skin“ dry gewählt ist und bei „Skin“ nicht oily gewählt ist',
      'Frage „Question 3“ entfällt',
      'Sortiment (Produkte): nichts → Velvet und P2',
      'Farbtyp: verlangt → bevorzugt',
      'Farbtyp (kleinster Wert): 0,2 → 0,5',
      'Neue Regel „r“: Wenn bei „Skin“ dry gewählt ist: das Produkt Velvet oder die Variante Velvet – Coral an den Anfang stellen. Gilt bis einschließlich 30.11.2026.',
      'Reiter „care“ ändert sich: Anzahl der Produkte: nichts → 4; Tags: nichts → a:b; Produkte: nichts → Velvet',
    ]);
  });
});
