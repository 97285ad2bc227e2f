import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type AddToCartDetail,
  connectToFrame,
  connectToParent,
  type EmbedOptions,
  type FrameLink,
  type ParentLink,
} from '../index.js';
import { parsePageMessage, parseShopMessage } from './parse-message.js';

const SHOP = 'https://shop.glow.example';
const FUNNEL = 'https://beauty.svc.example';
const OPTIONS: EmbedOptions = {
  source: 'newsletter',
  queryString: 'utm_source=mail',
  locale: 'de',
  analysisId: 'LNnF8bPwBqX2YzTjk3vHsQ',
  forceStart: false,
  popup: true,
  cart: true,
  showResult: true,
  tracking: 'on',
  visitorId: 'k3J9-x2Lw0Pq7_ZtRb5Y',
};
const FINISHED = {
  analysis_url: `${FUNNEL}/r/A1`,
  analysis_id: 'A1',
  funnel: 'beauty',
  email: 'ada@example.com',
  color_type: 'LIGHT_SPRING',
  products: [{ variant_id: 'V1', link: 'https://shop.glow.example/p/1?variant=V1' }],
};

/** A window that delivers as a browser does: a copy of the data, with source and origin, only to the origin that is meant. */
class FakeWindow extends EventTarget {
  parent: FakeWindow = this;
  name = '';
  location: { ancestorOrigins?: string[] } = {};
  document = { referrer: '' };
  listeners = 0;
  readonly undelivered: string[] = [];

  constructor(readonly origin: string) {
    super();
  }

  override addEventListener(...[type, listener]: Parameters<EventTarget['addEventListener']>): void {
    if (type === 'message') this.listeners += 1;
    super.addEventListener(type, listener);
  }

  override removeEventListener(...[type, listener]: Parameters<EventTarget['removeEventListener']>): void {
    if (type === 'message') this.listeners -= 1;
    super.removeEventListener(type, listener);
  }

  receive(data: unknown, from: { source: unknown; origin: string }): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data), ...from }));
  }

  /** What `from` sees as this window. */
  seenFrom(from: FakeWindow): { postMessage(data: unknown, targetOrigin: string): void } {
    let proxy = from.views.get(this);
    if (!proxy) {
      proxy = {
        postMessage: (data: unknown, targetOrigin: string) => {
          if (targetOrigin !== this.origin) this.undelivered.push(targetOrigin);
          else this.receive(data, { source: this.views.get(from), origin: from.origin });
        },
      };
      from.views.set(this, proxy);
    }
    return proxy;
  }

  readonly views = new Map<FakeWindow, { postMessage(data: unknown, targetOrigin: string): void }>();
}

class FakeFrame extends EventTarget {
  contentWindow: Window | null = null;
}

/** A shop page with a funnel's page in a frame, connected as browsers connect them. */
function embed({ allows = (origin: string): boolean => origin === SHOP } = {}) {
  const shop = new FakeWindow(SHOP);
  const funnel = new FakeWindow(FUNNEL);
  const frame = new FakeFrame();
  const seenByFunnel = shop.seenFrom(funnel);
  frame.contentWindow = funnel.seenFrom(shop) as unknown as Window;
  const received: [string, unknown][] = [];
  const hellos: EmbedOptions[] = [];
  const link: FrameLink = connectToFrame({
    window: shop as unknown as Window,
    frame: frame as unknown as HTMLIFrameElement,
    origin: FUNNEL,
    embedId: 'e1',
    options: () => OPTIONS,
    on: new Proxy({}, { get: (_, type: string) => (payload: unknown) => received.push([type, payload]) }),
  });
  const loadPage = (): ParentLink =>
    connectToParent({
      window: Object.assign(funnel, { parent: seenByFunnel }) as unknown as Window,
      allows,
      onHello: (options) => hellos.push(options),
      onFocus: () => received.push(['focus', null]),
      onClose: () => received.push(['close', null]),
      onTracking: (state) => received.push(['tracking', state]),
    });
  return {
    shop,
    funnel,
    frame,
    link,
    heard: received,
    hellos,
    loadPage,
    load: () => frame.dispatchEvent(new Event('load')),
  };
}

describe('shop page and funnel page in a frame (docs/contract.md C22)', () => {
  let world: ReturnType<typeof embed>;
  beforeEach(() => {
    world = embed();
  });

  it('hello at the load of the frame, ready back, then what was said before it, in order (docs/contract.md C22.2)', () => {
    const page = world.loadPage();
    page.send('started', { startedAt: '2026-11-21T10:00:00.000Z' });
    page.send('finished', FINISHED);
    expect(world.heard).toEqual([]);
    world.load();
    expect(world.hellos).toEqual([OPTIONS]);
    expect(world.heard.map(([type]) => type)).toEqual(['ready', 'started', 'finished']);
    expect(world.heard[2]?.[1]).toEqual(FINISHED);
  });

  it('the funnel’s page reports what happens in it; the shop page sends settings, focus, close and consent (docs/contract.md C22.3)', () => {
    const page = world.loadPage();
    world.load();
    world.heard.length = 0;
    const cart: AddToCartDetail = {
      type: 'add_to_cart',
      items: [{ id: 'V1', quantity: 1 }],
      source: 'add_to_cart',
    };
    page.send('height', { height: 700 });
    page.send('step-changed', { stepId: 1, index: 0, count: 3 });
    page.send('started', { startedAt: '2026-11-21T10:00:00.000Z' });
    page.send('finished', FINISHED);
    page.send('result-opened', FINISHED);
    page.send('add-to-cart', cart);
    page.send('close-requested', {});
    expect(world.heard).toEqual([
      ['height', { height: 700 }],
      ['step-changed', { stepId: 1, index: 0, count: 3 }],
      ['started', { startedAt: '2026-11-21T10:00:00.000Z' }],
      ['finished', FINISHED],
      ['result-opened', FINISHED],
      ['add-to-cart', cart],
      ['close-requested', {}],
    ]);
    world.heard.length = 0;
    world.link.send('focus', {});
    world.link.send('close', {});
    world.link.send('tracking', { state: 'off' });
    expect([world.hellos, world.heard]).toEqual([
      [OPTIONS],
      [
        ['focus', null],
        ['close', null],
        ['tracking', 'off'],
      ],
    ]);
  });

  it('of waiting heights only the last one is sent', () => {
    const page = world.loadPage();
    for (const height of [100, 200, 300]) page.send('height', { height });
    world.load();
    expect(world.heard).toEqual([
      ['ready', {}],
      ['height', { height: 300 }],
    ]);
  });

  it('what the shop page says before the frame is ready arrives when it is (docs/contract.md C22.2)', () => {
    world.link.send('focus', {});
    world.loadPage();
    world.load();
    expect(world.heard).toContainEqual(['focus', null]);
  });

  it('a frame that is loaded again receives hello again (docs/contract.md C22.2)', () => {
    world.loadPage();
    world.load();
    world.load();
    expect(world.hellos).toHaveLength(2);
  });

  it('a consent that changes before the frame is ready arrives when it is, only the last one', () => {
    world.link.send('tracking', { state: 'off' });
    world.link.send('tracking', { state: 'on' });
    world.loadPage();
    world.load();
    world.link.send('tracking', { state: 'off' });
    expect(world.heard.filter(([type]) => type === 'tracking')).toEqual([
      ['tracking', 'on'],
      ['tracking', 'off'],
    ]);
  });

  it('everything is sent to the one origin that is meant, never to all (docs/contract.md C22.1)', () => {
    const page = world.loadPage();
    world.load();
    page.send('height', { height: 1 });
    expect([...world.shop.undelivered, ...world.funnel.undelivered]).toEqual([]);
  });

  it('a frame listens as long as it is connected, whatever other frames do', () => {
    const other = connectToFrame({
      window: world.shop as unknown as Window,
      frame: new FakeFrame() as unknown as HTMLIFrameElement,
      origin: FUNNEL,
      embedId: 'e2',
      options: () => OPTIONS,
      on: {},
    });
    expect(world.shop.listeners).toBe(2);
    other.disconnect();
    expect(world.shop.listeners).toBe(1);
    world.link.disconnect();
    expect(world.shop.listeners).toBe(0);
  });

  it('a page that is not in a frame sends no messages, not even to itself', () => {
    const alone = new FakeWindow(FUNNEL);
    const page = connectToParent({ window: alone as unknown as Window, allows: () => true });
    page.send('height', { height: 1 });
    expect(page.isFramed).toBe(false);
    expect(alone.listeners).toBe(0);
  });
});

describe('the handshake does not wait for the frame to be loaded (docs/components.md B14.1)', () => {
  let world: ReturnType<typeof embed>;
  beforeEach(() => {
    world = embed();
    world.funnel.name = 'svc:e1';
    world.funnel.location = { ancestorOrigins: [SHOP] };
  });

  it('hello answers the page that announces itself; the load event causes no second one (docs/contract.md C22.2)', () => {
    world.loadPage();
    expect(world.hellos).toEqual([OPTIONS]);
    expect(world.heard.map(([type]) => type).sort()).toEqual(['awake', 'ready']);
    world.load();
    expect(world.hellos).toHaveLength(1);
  });

  it('each page that is loaded in the frame receives its own hello', () => {
    world.loadPage().close();
    world.load();
    world.loadPage();
    world.load();
    expect(world.hellos).toHaveLength(2);
  });

  it('a page of an earlier release, which does not announce itself, receives hello when it is loaded', () => {
    world.loadPage().close();
    world.load();
    world.funnel.name = '';
    world.loadPage();
    expect(world.hellos).toHaveLength(1);
    world.load();
    expect(world.hellos).toHaveLength(2);
  });

  it('an announced page that is not ready when the frame is loaded receives a second hello (docs/contract.md C22.2)', () => {
    const { shop, funnel } = world;
    shop.receive(
      { svc: 1, v: 1, embedId: 'e1', type: 'awake', payload: {} },
      { source: funnel.seenFrom(shop), origin: FUNNEL },
    );
    funnel.name = '';
    world.loadPage();
    expect(world.hellos).toEqual([]);
    world.load();
    expect(world.hellos).toHaveLength(1);
  });

  it('the referrer names the shop page where the browser does not list ancestors', () => {
    world.funnel.location = {};
    world.funnel.document = { referrer: `${SHOP}/quiz?token=1` };
    world.loadPage();
    expect(world.hellos).toHaveLength(1);
    expect(world.shop.undelivered).toEqual([]);
  });

  it.each([
    ['a shop that may not embed the page', { ancestorOrigins: ['https://evil.example'] }, ''],
    ['a shop that the browser does not name', {}, ''],
    ['a parent without an origin of its own', { ancestorOrigins: ['null'] }, ''],
    ['a referrer that is no address', {}, 'shop'],
  ])('%s gets no announcement', (_what, location: { ancestorOrigins?: string[] }, referrer) => {
    world.funnel.location = location;
    world.funnel.document = { referrer };
    world.loadPage();
    expect([world.hellos, world.heard, world.shop.undelivered]).toEqual([[], [], []]);
  });

  it('a frame that the merchant wrote has no announcement', () => {
    world.funnel.name = 'quiz';
    expect(world.loadPage().isComponent).toBe(false);
    expect(world.heard).toEqual([]);
  });
});

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
