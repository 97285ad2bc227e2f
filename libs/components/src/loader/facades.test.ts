import { describe, expect, it } from 'vitest';
import { defineInstance, type Openable } from './facades.js';

type Call = [string, unknown[]];

/** An element that records its calls. */
function createElement(calls: Call[], result = true): Openable {
  return {
    open: async (...args) => {
      calls.push(['open', args]);
      return result;
    },
    close: (...args: unknown[]) => {
      calls.push(['close', args]);
    },
  };
}

function createPage(stub?: { q: unknown[] }) {
  const page = (stub ? { svcAnalysisPopup: stub } : {}) as { svcAnalysisPopup?: Openable };
  const state = { element: null as Openable | null, isPending: true };
  let create = (): void => {};
  const created = new Promise<void>((resolve) => {
    create = resolve;
  });
  defineInstance(
    page as unknown as Window,
    'svcAnalysisPopup',
    () => state.element as HTMLElement | null,
    () => state.isPending,
    () => created,
  );
  return { page, state, create: () => create() };
}

describe('defineInstance (docs/components.md B5.7, B5.8, S29, S41)', () => {
  it('is a facade until the element is there: calls wait, and run in order', async () => {
    const calls: Call[] = [];
    const { page, state, create } = createPage();
    const results = [page.svcAnalysisPopup?.open('beauty', 'hero'), page.svcAnalysisPopup?.close()];
    expect(calls).toEqual([]);
    state.element = createElement(calls);
    create();
    expect(await Promise.all(results)).toEqual([true, true]);
    expect(calls).toEqual([
      ['open', ['beauty', 'hero']],
      ['close', []],
    ]);
  });

  it('is the element itself when there is one, and undefined when there will be none', () => {
    const { page, state } = createPage();
    const element = createElement([]);
    state.element = element;
    expect(page.svcAnalysisPopup).toBe(element);
    state.element = null;
    state.isPending = false;
    expect(page.svcAnalysisPopup).toBeUndefined();
  });

  it('replays the calls of the stub in order, and calls on a stub that a page kept', async () => {
    const calls: Call[] = [];
    const stub = {
      q: [
        ['open', ['beauty']],
        ['close', []],
      ] as Call[],
    };
    const { state, create } = createPage(stub);
    state.element = createElement(calls);
    stub.q.push(['open', []]);
    create();
    await expect.poll(() => calls.map(([method]) => method)).toEqual(['open', 'close', 'open']);
    expect(calls[0]).toEqual(['open', ['beauty']]);
  });

  it('open resolves false when there is nothing to open, and when opening fails', async () => {
    const { page, state, create } = createPage();
    const nothing = page.svcAnalysisPopup?.open();
    create();
    expect(await nothing).toBe(false);
    const facade = page.svcAnalysisPopup;
    state.element = { open: () => Promise.reject(new Error('bug')), close: () => {} };
    expect(await facade?.open()).toBe(false);
    state.element = createElement([], false);
    expect(await facade?.open()).toBe(false);
  });

  it('entries of a stub that are no calls are ignored, each on its own', async () => {
    const calls: Call[] = [];
    const hostile = [
      null,
      7,
      'open',
      {},
      [],
      ['remove', []],
      ['constructor', ['return 1']],
      ['__proto__', []],
      ['toString', []],
      ['open', 7],
      {
        get 0() {
          throw new Error('sabotage');
        },
      },
      new Proxy([], {
        get() {
          throw new Error('sabotage');
        },
      }),
    ];
    const queue: unknown[] = [['open', ['first']], ...hostile, ['close']];
    const { page, state, create } = createPage({ q: queue });
    const facade = page.svcAnalysisPopup;
    state.element = createElement(calls);
    create();
    // Calls run one after the other, so this one is the last.
    await facade?.open('last');
    expect(calls).toEqual([
      ['open', ['first']],
      ['close', []],
      ['open', ['last']],
    ]);
  });

  it('at most 100 calls are replayed', async () => {
    const calls: Call[] = [];
    const { page, state, create } = createPage({ q: Array.from({ length: 5_000 }, () => ['open', []]) });
    const facade = page.svcAnalysisPopup;
    state.element = createElement(calls);
    create();
    await facade?.close();
    expect(calls.filter(([method]) => method === 'open')).toHaveLength(100);
  });

  it('a stub that cannot be replaced or read stops nothing', async () => {
    const calls: Call[] = [];
    const page = {} as { svcAnalysisPopup?: unknown };
    // As `var svcAnalysisPopup` in a script.
    const stub = { q: [['open', []]] as unknown };
    Object.defineProperty(page, 'svcAnalysisPopup', { value: stub, writable: true, enumerable: true });
    const define = () =>
      defineInstance(
        page as unknown as Window,
        'svcAnalysisPopup',
        () => createElement(calls) as unknown as HTMLElement,
        () => true,
        async () => {},
      );
    define();
    await expect.poll(() => calls).toHaveLength(1);
    (stub.q as { push(call: Call): void }).push(['close', []]);
    await expect.poll(() => calls).toHaveLength(2);
    page.svcAnalysisPopup = Object.freeze({ q: [['open', []]] });
    expect(define).not.toThrow();
    page.svcAnalysisPopup = {
      get q() {
        throw new Error('sabotage');
      },
    };
    expect(define).not.toThrow();
  });
});
