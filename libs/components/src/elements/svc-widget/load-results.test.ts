import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { loadResults, type VariantCard } from './load-results.js';

const FUNNEL: ComponentFunnel = {
  subdomain: 'beauty',
  name: 'Beauty',
  address: 'https://beauty.svc.example',
  state: 'PUBLISHED',
  hasSelfie: false,
};
const CONFIG = { texts: { language: 'de' } } as ComponentConfig;
const WANTED = { funnel: FUNNEL, analysisId: 'A1', productId: 'P1' };
const RECOMMENDED = ['V9', 'V8', 'V7', 'V6'].map((variant_id) => ({
  timestamp: 1,
  variant_id,
  source: '',
  analysis_id: variant_id === 'V9' ? 'A0' : 'A1',
  funnel: 'beauty',
}));

const createCard = (variantId: string): VariantCard => ({
  variantId,
  productName: variantId,
  variantName: '',
  available: true,
  reasons: [],
  set: null,
});

describe('loadResults (docs/components.md B10.5)', () => {
  const requests: string[] = [];
  const forgotten: string[] = [];
  let answers: (Response | Error)[] = [];
  const runtime = {
    settings: { platformBaseUrl: 'https://svc.example' },
    load: async () => ({ forget: (_: unknown, id: string) => forgotten.push(id) }),
    notify: () => {},
  } as unknown as Runtime;

  beforeEach(() => {
    requests.length = 0;
    forgotten.length = 0;
    const localStorage = { getItem: () => JSON.stringify(RECOMMENDED), setItem: () => {} };
    vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage, document: new EventTarget() }));
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      requests.push(address);
      expect(init).toMatchObject({ credentials: 'omit', signal: expect.any(AbortSignal) });
      const answer = answers.shift();
      if (!(answer instanceof Response)) throw answer ?? new Error('no further request is allowed');
      return answer;
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  it("shows variants of the page's product, with two requests", async () => {
    answers = [Response.json({ matchedVariants: ['V1', 'V2'] }), Response.json({ cards: { V2: createCard('V2') } })];
    expect(await loadResults(runtime, CONFIG, WANTED)).toEqual({
      areOfProduct: true,
      analysisId: 'A1',
      variants: [createCard('V2')],
      cards: { V2: createCard('V2') },
    });
    expect(requests).toEqual([
      'https://svc.example/api/v1/analyses/A1/matches?productId=P1',
      'https://beauty.svc.example/api/results/A1/cards?locale=de&variantId=V1&variantId=V2',
    ]);
  });

  it('shows the three best of this analysis when no variant of the product suits', async () => {
    answers = [Response.json({ matchedVariants: [] }), Response.json({ cards: { V8: createCard('V8') } })];
    expect(await loadResults(runtime, CONFIG, WANTED)).toMatchObject({ areOfProduct: false });
    expect(requests[1]).toBe(
      'https://beauty.svc.example/api/results/A1/cards?locale=de&variantId=V8&variantId=V7&variantId=V6',
    );
  });

  it.each([
    ['the matcher fails', [new Response('{}', { status: 503 })]],
    ['the assortment is too large', [new Response('{}', { status: 422 })]],
    ['the network fails', [new TypeError('Failed to fetch')]],
    ['it takes too long', [new DOMException('2 s', 'TimeoutError')]],
    ['the cards fail', [Response.json({ matchedVariants: ['V1'] }), new Response('{}', { status: 500 })]],
    ['no card is left in the catalog', [Response.json({ matchedVariants: ['V1'] }), Response.json({ cards: {} })]],
  ])('results are omitted when %s, and nothing is forgotten', async (_, given) => {
    answers = given;
    expect(await loadResults(runtime, CONFIG, WANTED)).toBeNull();
    expect(forgotten).toEqual([]);
  });

  it('an analysis that was erased is forgotten', async () => {
    answers = [new Response('{}', { status: 404 })];
    expect(await loadResults(runtime, CONFIG, WANTED)).toBeNull();
    expect(forgotten).toEqual(['A1']);
    expect(requests).toHaveLength(1);
  });
});
