import { type CatalogCard, isWebhookProperty, type PresentedMatch, WEBHOOK_PROPERTY_NAMES } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selection, step } from '../../testing/steps.js';
import { type AnalysisFacts, buildWebhookPayload, type WebhookProduct } from './build-webhook-payload.js';

const ANALYSIS: AnalysisFacts = {
  id: '5gNp1RtXv6dSbM3oYf0UhC',
  createdAt: new Date('2026-11-21T10:00:00.125Z'),
  answers: {
    hairColor: 'RED_BLONDE',
    eyeColor: 'GREEN',
    skinColor: 'LIGHT',
    skinUndertone: 'WARM',
    selectionValues: [
      { stepId: 9, selectedKey: 'scent-free' },
      { stepId: 8, selectedKey: 'dry' },
      { stepId: 9, selectedKey: 'vegan' },
    ],
  },
  colorType: 'LIGHT_SPRING',
  contact: { firstName: 'Zoë', email: 'zoe@mail.example' },
  source: 'newsletter',
  queryString: 'utm_source=mail&a=b',
  selfieSent: true,
};
const STEPS = [
  step(1, 'HAIR_COLOR'),
  step(2, 'EYE_COLOR'),
  step(3, 'SKIN_COLOR'),
  step(4, 'SKIN_UNDERTONE'),
  step(5, 'SELFIE'),
  step(6, 'EMAIL'),
  step(7, 'AGE'),
  step(8, 'SINGLE_SELECTION', { key: 'skin_type', selections: [selection('Dry'), selection('Oily')] }),
  step(9, 'MULTI_SELECTION', { key: 'wishes', selections: [selection('vegan'), selection('Scent-Free')] }),
  step(10, 'SINGLE_SELECTION', { key: 'unanswered', selections: [selection('x')] }),
];
const FUNNEL = {
  pageOrigin: 'https://glow-quiz.svc.example',
  subdomain: 'glow-quiz',
  value: 'GLOW-2026',
  language: 'de',
};
const card = (variantId: string, given: Partial<CatalogCard> = {}): CatalogCard => ({
  variantId,
  productId: `P-${variantId}`,
  productName: `Lipstick ${variantId}`,
  variantName: 'Coral',
  available: true,
  ...given,
});
const CARDS = [
  card('V2'),
  card('V1', {
    link: 'https://shop.example/v1',
    imageUrl: 'https://shop.example/v1.jpg',
    shortDescription: 'Warm and light.',
    color: '#ff7f50',
    price: '12.00',
    currency: 'EUR',
  }),
];
const MATCH: PresentedMatch = {
  resultPage: true,
  variants: ['V1', 'V2'],
  tabs: [
    { key: 'LIPS', name: 'Lippen', description: 'Not in the payload.', maxItemsToShow: 3, variants: ['V2', 'V1'] },
    { key: 'EYES', name: 'Augen', variants: [] },
  ],
};
const build = (given: Partial<Parameters<typeof buildWebhookPayload>[0]> = {}) =>
  buildWebhookPayload({ analysis: ANALYSIS, steps: STEPS, funnel: FUNNEL, match: MATCH, cards: CARDS, ...given });
const withAnswers = (answers: Partial<AnalysisFacts['answers']>) => ({
  analysis: { ...ANALYSIS, answers: { ...ANALYSIS.answers, ...answers } },
});

describe('webhook_payload: docs/contract.md C15.1', () => {
  it('has these property names in this order (docs/contract.md C15.2)', () => {
    const products = {
      V1: {
        variant_id: 'V1',
        product_id: 'P-V1',
        title: 'Lipstick V1',
        variant_title: 'Coral',
        image: 'https://shop.example/v1.jpg',
        short_description: 'Warm and light.',
        color: '#ff7f50',
        link: 'https://shop.example/v1',
      },
      V2: {
        variant_id: 'V2',
        product_id: 'P-V2',
        title: 'Lipstick V2',
        variant_title: 'Coral',
        image: null,
        short_description: null,
        color: null,
        link: null,
      },
    };
    // As text, since property order and null count too.
    expect(JSON.stringify(build(), null, 1)).toBe(
      JSON.stringify(
        {
          action: 'Analysis Completed',
          funnel_name: 'glow-quiz',
          funnel_value: 'GLOW-2026',
          analysis_id: '5gNp1RtXv6dSbM3oYf0UhC',
          analysis_url: 'https://glow-quiz.svc.example/r/5gNp1RtXv6dSbM3oYf0UhC',
          analysis_result: 'LIGHT_SPRING',
          created_at: '2026-11-21T10:00:00.125Z',
          first_name: 'Zoë',
          last_name: null,
          email: 'zoe@mail.example',
          hair_color: 'RED_BLONDE',
          eye_color: 'GREEN',
          skin_color: 'LIGHT',
          skin_undertone: 'WARM',
          age_range: null,
          source: 'newsletter',
          query_string: 'utm_source=mail&a=b',
          skin_type: 'Dry',
          wishes: ['vegan', 'Scent-Free'],
          products_all: [products.V1, products.V2],
          'glow-quiz_all': ['V1', 'V2'],
          tabs: [
            { key: 'LIPS', name: 'Lippen', products: [products.V2, products.V1] },
            { key: 'EYES', name: 'Augen', products: [] },
          ],
        },
        null,
        1,
      ),
    );
  });

  it('without answers and products, every property is present with null or [] (docs/contract.md C15.2)', () => {
    const withoutAnswers = {
      ...ANALYSIS,
      answers: { selectionValues: [] },
      colorType: null,
      contact: {},
      source: null,
      queryString: null,
      selfieSent: false,
    };
    const payload = build({ analysis: withoutAnswers, match: { resultPage: true, variants: [], tabs: [] }, cards: [] });
    expect(Object.keys(payload)).toEqual([
      ...WEBHOOK_PROPERTY_NAMES.slice(0, -1),
      'glow-quiz_all',
      ...WEBHOOK_PROPERTY_NAMES.slice(-1),
    ]);
    expect(Object.entries(payload).filter(([, value]) => value === undefined)).toEqual([]);
    expect(payload).toMatchObject({ analysis_result: null, email: null, products_all: [], tabs: [] });
  });

  it('a multi-selection with one answer is an array, too (docs/contract.md C15.2)', () => {
    expect(build(withAnswers({ selectionValues: [{ stepId: 9, selectedKey: 'vegan' }] })).wishes).toEqual(['vegan']);
  });

  it('tabs are [] when the result page is disabled; products_all is the ranking (docs/contract.md C15.3)', () => {
    const payload = build({ match: { resultPage: false, variants: ['V2', 'V1'], tabs: [] } });
    expect([payload.tabs, payload['glow-quiz_all']]).toEqual([[], ['V2', 'V1']]);
  });

  it('an assortment that is too large has no products (docs/contract.md C15.3)', () => {
    expect(build({ match: null, cards: [] })).toMatchObject({ products_all: [], 'glow-quiz_all': [], tabs: [] });
  });

  it('a variant that was removed from the catalog since the match is omitted everywhere', () => {
    const payload = build({ cards: CARDS.slice(0, 1) });
    expect([payload['glow-quiz_all'], payload.tabs[0]?.products.map((product) => product.variant_id)]).toEqual([
      ['V2'],
      ['V2'],
    ]);
  });

  it('answers to hidden steps and to questions outside the funnel are omitted', () => {
    const never = { step: 8, in: ['oily'] };
    const steps = STEPS.map((given) => ([1, 9].includes(given.id) ? { ...given, showWhen: never } : given));
    const payload = build({ steps });
    expect(payload).toMatchObject({ hair_color: null, skin_type: 'Dry' });
    expect(payload).not.toHaveProperty('wishes');
    expect(build({ steps: STEPS.slice(1) }).hair_color).toBeNull();
  });

  it('measurements of the selfie appear only as the color type', () => {
    const payload = build(withAnswers({ filledFromSelfie: ['hairColor', 'skinUndertone'] }));
    expect(payload).toMatchObject({ hair_color: null, skin_undertone: null, eye_color: 'GREEN' });
    expect(payload.analysis_result).toBe('LIGHT_SPRING');
    expect(JSON.stringify(payload)).not.toContain('selfie');
  });
});

describe('webhook_payload of any funnel', () => {
  const stepKey = fc.oneof(
    fc.stringMatching(/^[a-z][a-z0-9_]{0,39}$/),
    // Names that would collide, or that every object has.
    fc.constantFrom(...WEBHOOK_PROPERTY_NAMES, 'glow_all', 'constructor', 'valueof', 'tostring'),
  );
  const variantIds = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 12 });
  const facts = fc.record({
    keys: fc.uniqueArray(stepKey, { maxLength: 8 }),
    subdomain: fc.oneof(fc.constant('glow'), fc.stringMatching(/^[a-z0-9-]{2,12}$/)),
    variants: variantIds,
    lost: fc.infiniteStream(fc.boolean()),
  });

  it('a question never replaces a property, and every answered question with another name is present', () => {
    fc.assert(
      fc.property(facts, ({ keys, subdomain, variants }) => {
        const steps = keys.map((key, index) =>
          step(index + 1, 'SINGLE_SELECTION', { key, selections: [selection('Chosen')] }),
        );
        const selectionValues = steps.map(({ id }) => ({ stepId: id, selectedKey: 'chosen' }));
        const payload = build({
          ...{ analysis: { ...ANALYSIS, answers: { selectionValues } }, steps },
          funnel: { ...FUNNEL, subdomain },
          match: { resultPage: false, variants, tabs: [] },
          cards: variants.map((id) => card(id)),
        });
        expect(payload).toMatchObject({ action: 'Analysis Completed', funnel_name: subdomain, tabs: [] });
        expect(payload[`${subdomain}_all`]).toEqual(variants);
        for (const key of keys) if (!isWebhookProperty(key, subdomain)) expect(payload[key]).toBe('Chosen');
        const extra = keys.filter((key) => !isWebhookProperty(key, subdomain)).length;
        expect(Object.keys(JSON.parse(JSON.stringify(payload)))).toHaveLength(
          WEBHOOK_PROPERTY_NAMES.length + 1 + extra,
        );
      }),
    );
  });

  it('products are in the order of the match, each with the card of its own id (docs/contract.md C15.3)', () => {
    fc.assert(
      fc.property(facts, ({ variants, lost }) => {
        const isLost = new Map(variants.map((id) => [id, lost.next().value as boolean]));
        const cards = [...variants].sort().flatMap((id) => (isLost.get(id) ? [] : [card(id)]));
        const kept = variants.filter((id) => !isLost.get(id));
        const tabs = [{ key: 'T', name: 'T', variants: [...variants].reverse() }];
        const payload = build({ match: { resultPage: true, variants, tabs }, cards });
        const ids = (products: WebhookProduct[] = []) => products.map((product) => product.variant_id);
        expect(ids(payload.products_all)).toEqual(kept);
        expect(payload['glow-quiz_all']).toEqual(kept);
        expect(ids(payload.tabs[0]?.products)).toEqual([...kept].reverse());
        for (const { product_id, variant_id } of payload.products_all) expect(product_id).toBe(`P-${variant_id}`);
      }),
    );
  });
});
