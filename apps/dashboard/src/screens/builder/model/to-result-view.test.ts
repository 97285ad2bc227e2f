import { describe, expect, it } from 'vitest';
import { toResultView } from './to-result-view.js';

const card = (variantId: string) => ({
  ...{ variantId, variantName: variantId, productId: 'P', productName: 'Balm', available: true },
});
const tab = { key: 'CARE', name: 'Care', variants: ['V1', 'V2', 'V3'] };
const match = {
  resultPage: true,
  matchedVariants: ['V1', 'V2', 'V3'],
  tabs: [tab],
  cards: { V1: card('V1'), V2: card('V2') },
};

describe('the result of the preview (docs/dashboard.md Y16.7)', () => {
  it('has the lists as far as there are cards, since the frame can load none', () => {
    const view = toResultView(match, 'beauty', 'de');
    expect(view).toMatchObject({ funnel: 'beauty', locale: 'de', isPreview: true, resultPage: true });
    expect([view?.variants, view?.tabs.map(({ variants }) => variants)]).toEqual([['V1', 'V2'], [['V1', 'V2']]]);
    expect(view?.cards.V1).toMatchObject({ productName: 'Balm', reasons: [], set: null });
  });

  it('is empty where nothing matches, and is not shown where the catalog gave no card', () => {
    const nothing = { ...match, matchedVariants: [], tabs: [{ ...tab, variants: [] }], cards: {} };
    expect(toResultView(nothing, 'beauty', 'en')?.variants).toEqual([]);
    expect(toResultView({ ...match, cards: {} }, 'beauty', 'en')).toBeUndefined();
  });
});
