import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change, Runtime } from '../loader/runtime.js';
import { onceId } from './event-id.js';
import { createInteractions } from './interactions.js';

type Entry = { isIntersecting: boolean; target: unknown };

/** An element with a link, a button, and what the shop says to a press of the button. */
function createTile() {
  const createControl = (tag: 'a' | 'button', isInStatus = false) => ({
    closest: (selector: string) => (selector === '[role=status]' ? (isInStatus ? {} : null) : control[tag]),
    matches: (selector: string) => selector === tag,
  });
  const control: Record<string, object> = { a: createControl('a'), button: createControl('button') };
  const inStatus = createControl('a', true);
  const tile = Object.assign(new EventTarget(), { firstElementChild: { name: 'picture' } });
  const press = (target: object, type = 'click', button = 0) => {
    const event = Object.assign(new Event(type), { button });
    Object.defineProperty(event, 'target', { value: target });
    tile.dispatchEvent(event);
  };
  return {
    element: tile as unknown as Element,
    picture: tile.firstElementChild,
    open: (type?: string, button?: number) => press(control.a as object, type, button),
    addToCart: (type?: string, button?: number) => press(control.button as object, type, button),
    openCart: () => press({ closest: (selector: string) => (selector === 'a,button' ? inStatus : null) }),
    pressText: () => press({ closest: () => null }),
  };
}

describe('what shoppers do with products of components (docs/components.md B13.11)', () => {
  let requests: { url: string; init: RequestInit }[];
  let observed: unknown[];
  let see: (entries: Entry[]) => void;
  let options: unknown;

  beforeEach(() => {
    vi.useFakeTimers();
    requests = [];
    observed = [];
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      requests.push({ url, init });
      return new Response(null, { status: 202 });
    });
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: (entries: Entry[]) => void, given: unknown) {
          see = callback;
          options = given;
        }
        observe = (target: unknown) => void observed.push(target);
        unobserve = (target: unknown) => void observed.splice(observed.indexOf(target), 1);
      },
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function start(consent: Runtime['consent'] = 'granted') {
    const listeners: ((change: Change) => void)[] = [];
    const runtime = {
      consent,
      settings: { trackingBaseUrl: 'https://svc.example' },
      onChange: (listener: (change: Change) => void) => listeners.push(listener),
    } as unknown as { -readonly [Key in keyof Runtime]: Runtime[Key] };
    const interactions = createInteractions(runtime);
    return {
      interactions,
      setConsent(next: Runtime['consent']) {
        runtime.consent = next;
        for (const listener of listeners) listener('settings');
      },
    };
  }
  const listBatches = () => requests.map(({ init }) => JSON.parse(init.body as string));
  const listTypes = () => listBatches().flatMap(({ events }) => events.map(({ type }: { type: string }) => type));

  it('are one report after 2 s, which outlives the page, without credentials and without a preflight', async () => {
    const { interactions } = start();
    const tile = createTile();
    interactions.watch(tile.element, 'A1', 'V1', 2);
    expect([observed, options]).toEqual([[tile.picture], { threshold: 0.5 }]);
    see([{ isIntersecting: false, target: tile.picture }]);
    see([{ isIntersecting: true, target: tile.picture }]);
    tile.open();
    tile.addToCart();
    expect([requests, observed]).toEqual([[], []]);
    vi.advanceTimersByTime(2_000);
    const [{ url, init } = { url: '', init: {} }] = requests;
    expect([requests.length, url, init.method, init.credentials, init.keepalive]).toEqual([
      ...[1, 'https://svc.example/api/v1/events', 'POST', 'omit', true],
    ]);
    expect(init.headers).toEqual({ 'Content-Type': 'text/plain;charset=UTF-8' });
    const id = expect.stringMatching(/^[\w-]{1,64}$/);
    const occurredAt = expect.any(String);
    expect(listBatches()).toEqual([
      {
        analysisId: 'A1',
        events: [
          { id: onceId('IMPRESSION', 'V1', 2), type: 'IMPRESSION', variantId: 'V1', position: 2, occurredAt },
          { id, type: 'CLICK', variantId: 'V1', position: 2, occurredAt },
          { id, type: 'ADD_TO_CART', variantId: 'V1', occurredAt },
        ],
      },
    ]);
  });

  it('count once as seen, however often the product is shown there, and each time as opened', () => {
    const { interactions } = start();
    const tiles = [createTile(), createTile()];
    for (const tile of tiles) {
      interactions.watch(tile.element, 'A1', 'V1', 0);
      see([{ isIntersecting: true, target: tile.picture }]);
      tile.open();
      tile.open('auxclick', 1);
    }
    vi.advanceTimersByTime(2_000);
    expect(listTypes()).toEqual(['IMPRESSION', 'CLICK', 'CLICK', 'CLICK', 'CLICK']);
    const ids = listBatches()[0].events.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(5);
  });

  it('are nothing for other buttons of the mouse, texts, and the way to the cart', () => {
    const { interactions } = start();
    const tile = createTile();
    interactions.watch(tile.element, 'A1', 'V1', null);
    expect(observed).toEqual([]);
    tile.open('auxclick', 2);
    tile.addToCart('auxclick', 1);
    tile.openCart();
    tile.pressText();
    vi.advanceTimersByTime(60_000);
    expect(requests).toEqual([]);
  });

  it('are reported for the analysis that each belongs to', () => {
    const { interactions } = start();
    for (const analysisId of ['A1', 'A2']) {
      const tile = createTile();
      interactions.watch(tile.element, analysisId, 'V1', null);
      tile.open();
    }
    vi.advanceTimersByTime(2_000);
    expect(listBatches().map(({ analysisId, events }) => [analysisId, events.length])).toEqual([
      ['A1', 1],
      ['A2', 1],
    ]);
  });

  it.each(['visibilitychange', 'pagehide'])('are sent when the page is left: %s', (type) => {
    const { interactions } = start();
    const tile = createTile();
    interactions.watch(tile.element, 'A1', 'V1', null);
    tile.open();
    (type === 'pagehide' ? window : document).dispatchEvent(new Event(type));
    // A page that is shown again is not left.
    expect(requests).toHaveLength(type === 'pagehide' ? 1 : 0);
    Object.assign(document, { visibilityState: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(listTypes()).toEqual(['CLICK']);
  });

  it('are not reported without consent, also not later; what waits is dropped (docs/components.md B13.1, B13.3)', () => {
    const { interactions, setConsent } = start('denied');
    const tile = createTile();
    interactions.watch(tile.element, 'A1', 'V1', 0);
    see([{ isIntersecting: true, target: tile.picture }]);
    tile.open();
    setConsent('granted');
    tile.addToCart();
    vi.advanceTimersByTime(2_000);
    expect(listTypes()).toEqual(['ADD_TO_CART']);
    tile.open();
    setConsent('denied');
    setConsent('granted');
    vi.advanceTimersByTime(60_000);
    expect(listTypes()).toEqual(['ADD_TO_CART']);
  });
});
