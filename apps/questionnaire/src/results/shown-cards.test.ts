import type { ResultCard, ResultView } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { ShownCards } from './shown-cards.js';
import { toShownLists } from './shown-lists.js';

const ids = (count: number) => Array.from({ length: count }, (_, index) => `V${index}`);
const buildCards = (variantIds: readonly string[]) =>
  Object.fromEntries(variantIds.map((variantId) => [variantId, { variantId } as ResultCard]));
const buildView = (analysisId: string, count: number, known: number) =>
  ({
    analysisId,
    locale: 'en',
    resultPage: false,
    variants: ids(count),
    tabs: [],
    cards: buildCards(ids(known)),
  }) as unknown as ResultView;

/** Cards in a host whose updates are counted, and a service whose answers are given one by one. */
function world() {
  const asked: { path: string; answer: (status: number) => Promise<void> }[] = [];
  const host = {
    addController() {},
    removeController() {},
    requestUpdate() {},
    updateComplete: Promise.resolve(true),
  };
  const shown = new ShownCards(
    host,
    {
      fetch: (input) =>
        new Promise((resolve) => {
          const { pathname, searchParams } = new URL(String(input), 'http://x');
          asked.push({
            path: pathname,
            async answer(status) {
              resolve(
                new Response(JSON.stringify({ cards: buildCards(searchParams.getAll('variantId')) }), { status }),
              );
              for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
              await new Promise((done) => setTimeout(done));
            },
          });
        }),
      sleep: async () => {},
      onWait: () => {},
      isOnline: () => true,
    },
    () => 0,
  );
  const show = (view: ResultView) => shown.show(view, toShownLists(view));
  return { shown, asked, show };
}
const known = (shown: ShownCards) => shown.slice(0).items.filter(({ card }) => card).length;

describe('the cards that are shown', () => {
  it('those of the first answer need no further one', () => {
    const { shown, asked, show } = world();
    show(buildView('A', 30, 24));
    shown.hostUpdated();
    expect([known(shown), asked]).toEqual([24, []]);
  });

  it('showing more gives the first product that is new, and asks for what is missing, once', async () => {
    const { shown, asked, show } = world();
    show(buildView('A', 30, 24));
    expect(shown.showMore(0)).toMatchObject({ id: 'V24', position: 24 });
    shown.hostUpdated();
    shown.hostUpdated();
    expect(asked).toHaveLength(1);
    await asked[0]!.answer(200);
    shown.hostUpdated();
    expect([known(shown), asked.length, shown.slice(0).hasMore]).toEqual([30, 1, false]);
  });

  it('a failure is shown and not retried automatically', async () => {
    const { shown, asked, show } = world();
    show(buildView('A', 30, 24));
    shown.showMore(0);
    shown.hostUpdated();
    await asked[0]!.answer(429);
    expect(shown.hasFailed).toBe(true);
    shown.hostUpdated();
    expect(asked).toHaveLength(1);
    shown.retry();
    shown.hostUpdated();
    await asked[1]!.answer(200);
    expect([shown.hasFailed, known(shown)]).toEqual([false, 30]);
  });

  it('an answer that comes after another result is shown is let go', async () => {
    const { shown, asked, show } = world();
    show(buildView('A', 30, 24));
    shown.showMore(0);
    shown.hostUpdated();
    show(buildView('B', 40, 24));
    await asked[0]!.answer(200);
    expect(known(shown)).toBe(24);
    shown.showMore(0);
    shown.hostUpdated();
    expect(asked[1]?.path).toBe('/api/results/B/cards');
  });

  it('of a page with many tabs those that did not come along are asked for', () => {
    const tabs = Array.from({ length: 12 }, (_, tab) => ({
      key: `${tab}`,
      name: `${tab}`,
      variants: ids(24),
    }));
    const view = { ...buildView('A', 0, 0), resultPage: true, tabs } as ResultView;
    const { shown, asked, show } = world();
    show({ ...view, cards: buildCards(ids(23)) });
    shown.hostUpdated();
    // All firsts fit in one answer, so what is missing there is lost.
    expect([asked.length, shown.slice(0).count]).toEqual([0, 23]);
    const large = tabs.map((tab, index) => ({ ...tab, variants: ids(24).map((id) => `${index}-${id}`) }));
    show({ ...view, tabs: large, cards: {} });
    shown.hostUpdated();
    expect(asked).toHaveLength(1);
  });
});
