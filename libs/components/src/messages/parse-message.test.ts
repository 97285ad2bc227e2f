import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EmbedOptions } from '../index.js';
import { embed, FINISHED, FUNNEL, OPTIONS, SHOP } from './fake-windows.testing.js';
import { parsePageMessage, parseShopMessage } from './parse-message.js';

describe('fields of hello (docs/components.md B14.2, B14.3, B14.7)', () => {
  const read = (payload: object) =>
    parseShopMessage({ svc: 1, v: 1, embedId: 'e1', type: 'hello', payload })?.payload as EmbedOptions;

  it('the result is shown and interactions are reported unless the shop page says otherwise', () => {
    expect(read({})).toMatchObject({ showResult: true, tracking: 'on' });
    expect(read({ showResult: 0, tracking: 'no' })).toMatchObject({ showResult: true, tracking: 'on' });
    expect(read({ showResult: false, tracking: 'off' })).toMatchObject({ showResult: false, tracking: 'off' });
  });

  it('a visitor is one that a browser made, or none (docs/components.md B14.7)', () => {
    expect(read({ visitorId: 'k3J9-x2Lw0Pq7_ZtRb5Y' }).visitorId).toBe('k3J9-x2Lw0Pq7_ZtRb5Y');
    for (const visitorId of [undefined, null, 7, 'short', 'ada@example.com-0123'])
      expect(read({ visitorId }).visitorId).toBeNull();
  });
});

describe('forged messages have no effect (docs/reliability.md R10.1; docs/contract.md C22.1)', () => {
  const envelope = (type: unknown, payload: unknown, more = {}) => ({
    svc: 1,
    v: 1,
    embedId: 'e1',
    type,
    payload,
    ...more,
  });
  const FORGED: [string, unknown][] = [
    ['null', null],
    ['text', 'finished'],
    ['a number', 1],
    ['a list', [envelope('ready', {})]],
    ['no mark', { ...envelope('finished', FINISHED), svc: undefined }],
    ['another mark', envelope('finished', FINISHED, { svc: 2 })],
    ['another version', envelope('finished', FINISHED, { v: 2 })],
    ['another frame', envelope('finished', FINISHED, { embedId: 'e2' })],
    ['no frame', envelope('finished', FINISHED, { embedId: '' })],
    ['an unknown type', envelope('eval', {})],
    ['a type of the prototype', envelope('constructor', {})],
    ['a type that is no text', envelope(['finished'], FINISHED)],
    ['a script address as result', envelope('finished', { ...FINISHED, analysis_url: 'javascript:alert(1)' })],
    ['a data address as result', envelope('finished', { ...FINISHED, analysis_url: 'data:text/html,x' })],
    [
      'a script address as product',
      envelope('finished', { ...FINISHED, products: [{ variant_id: 'V1', link: 'javascript:1' }] }),
    ],
    ['products that are no list', envelope('finished', { ...FINISHED, products: { length: 1 } })],
    [
      'an endless list',
      envelope('finished', { ...FINISHED, products: Array.from({ length: 2_001 }, () => FINISHED.products[0]) }),
    ],
    ['no analysis id', envelope('finished', { ...FINISHED, analysis_id: 7 })],
    ['an endless id', envelope('finished', { ...FINISHED, analysis_id: 'x'.repeat(5_000) })],
    ['no payload', envelope('finished', undefined)],
    ['a height below zero', envelope('height', { height: -1 })],
    ['a height without end', envelope('height', { height: Number.POSITIVE_INFINITY })],
    ['a height as text', envelope('height', { height: '100%' })],
    ['a step beyond the last', envelope('step-changed', { stepId: 1, index: 9, count: 3 })],
    [
      'a cart of another kind',
      envelope('add-to-cart', { type: 'empty_cart', items: [{ id: 'V1', quantity: 1 }], source: 's' }),
    ],
    ['a cart of nothing', envelope('add-to-cart', { type: 'add_to_cart', items: [], source: 's' })],
    [
      'half a thing in the cart',
      envelope('add-to-cart', { type: 'add_to_cart', items: [{ id: 'V1', quantity: 0.5 }], source: 's' }),
    ],
    [
      'a product at a script address',
      envelope('open-product', { id: 'V1', name: 'Ivory', link: 'JavaScript:alert(1)' }),
    ],
    ['a product at a relative address', envelope('open-product', { id: 'V1', name: 'Ivory', link: '/p/1' })],
    ['a time that is none', envelope('started', { startedAt: 'yesterday' })],
    ['a scheme that is none', envelope('theme', { colorScheme: 'url(x)', accentColor: null })],
  ];

  it.each(FORGED)('%s', (_what, data) => {
    const { shop, funnel, heard: received, loadPage, load } = embed();
    loadPage();
    load();
    received.length = 0;
    shop.receive(data, { source: funnel.seenFrom(shop), origin: FUNNEL });
    expect(received).toEqual([]);
  });

  it('right messages from another origin, another window, or a frame that is gone', () => {
    const { shop, funnel, frame, heard: received, loadPage, load } = embed();
    loadPage();
    load();
    received.length = 0;
    const right = envelope('finished', FINISHED);
    shop.receive(right, { source: funnel.seenFrom(shop), origin: 'https://evil.example' });
    shop.receive(right, { source: {}, origin: FUNNEL });
    shop.receive(right, { source: null, origin: FUNNEL });
    frame.contentWindow = null;
    shop.receive(right, { source: null, origin: FUNNEL });
    expect(received).toEqual([]);
  });

  it("the funnel's page answers its own parent only, and only one of an allowed origin", () => {
    const { funnel, shop, hellos, loadPage } = embed();
    loadPage();
    const hello = envelope('hello', OPTIONS);
    funnel.receive(hello, { source: shop.seenFrom(funnel), origin: 'https://evil.example' });
    funnel.receive(hello, { source: {}, origin: SHOP });
    expect(hellos).toEqual([]);
    funnel.receive(hello, { source: shop.seenFrom(funnel), origin: SHOP });
    expect(hellos).toHaveLength(1);
  });

  it('the first origin that said hello stays the only one', () => {
    const { funnel, shop, hellos, loadPage } = embed({ allows: () => true });
    loadPage();
    funnel.receive(envelope('hello', OPTIONS), { source: shop.seenFrom(funnel), origin: SHOP });
    funnel.receive(envelope('hello', OPTIONS), { source: shop.seenFrom(funnel), origin: 'https://other.example' });
    expect(hellos).toHaveLength(1);
  });

  it('no value whatever throws, or is taken for more than it is', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.constantFrom('ready', 'height', 'finished', 'add-to-cart', 'theme'),
        (payload, type) => {
          for (const data of [payload, envelope(type, payload)]) {
            const message = parsePageMessage(data);
            if (message?.type === 'height') expect(message.payload.height).toBeGreaterThanOrEqual(0);
            parseShopMessage(data);
          }
        },
      ),
    );
  });

  it('only an opened result carries a source (docs/contract.md C21.4)', () => {
    const withSource = { ...FINISHED, source: 'mail' };
    expect(parsePageMessage(envelope('finished', withSource))?.payload).toEqual(FINISHED);
    expect(parsePageMessage(envelope('result-opened', withSource))?.payload).toEqual(withSource);
  });

  it.each([{ state: 'yes' }, { state: null }, {}, null])('a consent of %j is no message', (payload) => {
    expect(parseShopMessage(envelope('tracking', payload))).toBeUndefined();
  });

  it('fields that the protocol does not know do not get through', () => {
    const message = parsePageMessage(envelope('finished', { ...FINISHED, evil: '<img>' }));
    expect(message?.payload).toEqual(FINISHED);
  });
});
