import { beforeEach, describe, expect, it } from 'vitest';
import { type AddToCartDetail, connectToFrame, connectToParent } from '../index.js';
import { embed, FakeFrame, FakeWindow, FINISHED, FUNNEL, OPTIONS, SHOP } from './fake-windows.testing.js';

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
