import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Runtime } from '../../loader/runtime.js';
import type { RecordStorage } from '../../storage/record-list.js';
import { type ActionContext, actOnMessage } from './act-on-message.js';

const RESULT = {
  analysis_url: 'https://beauty.svc.example/r/A1',
  analysis_id: 'A1',
  funnel: 'beauty',
  products: [{ variant_id: 'V1', link: 'https://shop.example/p/1' }],
};
const CART = { type: 'add_to_cart', items: [{ id: 'V1', quantity: 1 }], source: 'add_to_cart' };

describe('actOnMessage', () => {
  let calls: string[] = [];
  let context: ActionContext;

  beforeEach(() => {
    calls = [];
    const document = new EventTarget();
    for (const name of ['svc-analysis-finished', 'svc-result-page-opened', 'svc-add-to-cart', 'svc-data-updated'])
      document.addEventListener(name, () => calls.push(name));
    vi.stubGlobal('document', document);
    vi.stubGlobal('window', {});
    const storage: RecordStorage = { getItem: () => null, setItem: (key) => void calls.push(key) };
    context = {
      runtime: { current: null } as Runtime,
      storage,
      embedId: 'e1',
      origin: { source: null, hadResult: false },
      getShownId: () => null,
      showsResult: (id) => calls.push(`shows ${id}`),
      finished: () => calls.push('finished'),
    };
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  const send = async (type: string, payload: unknown, more = {}): Promise<string[]> => {
    // The recorder lasts as long as the page.
    const { actOnMessage } = (await import('./act-on-message.js')) as {
      actOnMessage: typeof import('./act-on-message.js').actOnMessage;
    };
    actOnMessage({ svc: 1, v: 1, embedId: 'e1', type, payload, ...more }, context);
    return calls;
  };

  it('a finished analysis is written before its event, and the frame is notified afterwards (docs/components.md B11.2)', async () => {
    expect(await send('finished', RESULT)).toEqual([
      'shows A1',
      'svcAnalysesData',
      'svcRecommendedProductVariants',
      'svc-analysis-finished',
      'svc-data-updated',
      'finished',
    ]);
  });

  it('an opened result is written, and is not finished (docs/components.md B11.3)', async () => {
    const effects = await send('result-opened', RESULT);
    expect(effects).toContain('svc-result-page-opened');
    expect(effects).not.toContain('finished');
  });

  it('a cart is an event (docs/components.md B11.4)', async () => {
    expect(await send('add-to-cart', CART)).toEqual(['svc-add-to-cart']);
  });

  it.each<[string, string, unknown, object]>([
    ['of another frame', 'finished', RESULT, { embedId: 'e2' }],
    ['of another protocol', 'finished', RESULT, { v: 2 }],
    ['with a script address', 'finished', { ...RESULT, analysis_url: 'javascript:alert(1)' }, {}],
    [
      'with a product at a script address',
      'open-product',
      { id: 'V1', name: 'Ivory', link: 'javascript:alert(1)' },
      {},
    ],
    ['with an empty cart', 'add-to-cart', { ...CART, items: [] }, {}],
    ['that is not an action', 'height', { height: 10 }, {}],
    ['without a payload', 'result-opened', undefined, {}],
  ])('a message %s has no effect (docs/components.md B14.6)', async (_, type, payload, more) => {
    expect(await send(type, payload, more)).toEqual([]);
  });

  it.each([null, 'finished', [], 7])('%j has no effect (docs/components.md B14.6)', (data) => {
    actOnMessage(data, context);
    expect(calls).toEqual([]);
  });
});
