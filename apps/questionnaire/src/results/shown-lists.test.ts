import type { PresentedTab, ResultCard, ResultView } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missingIn, toShownLists, toSlice, withCards } from './shown-lists.js';

const card = (variantId: string) => ({ variantId }) as ResultCard;
const tab = (key: string, variants: string[], rest: Partial<PresentedTab> = {}): PresentedTab => ({
  key,
  name: key,
  variants,
  ...rest,
});
const view = (rest: Partial<ResultView>) =>
  ({ resultPage: true, variants: [], tabs: [], ...rest }) as unknown as ResultView;
const ids = (count: number) => Array.from({ length: count }, (_, index) => `V${index}`);

describe('the lists of a result', () => {
  it('are the tabs with something in them, in their order', () => {
    const lists = toShownLists(
      view({ tabs: [tab('A', []), tab('B', ['b']), tab('C', ['c', 'b'], { description: 'For you' })] }),
    );
    expect(lists.map(({ key, description, variants }) => [key, description, variants])).toEqual([
      ['B', null, ['b']],
      ['C', 'For you', ['c', 'b']],
    ]);
  });

  it('are one list where the result page is off, and none when nothing suits', () => {
    expect(toShownLists(view({ resultPage: false, variants: ['a'] }))).toMatchObject([{ key: null, variants: ['a'] }]);
    expect(toShownLists(view({ resultPage: false }))).toEqual([]);
    expect(toShownLists(view({ tabs: [tab('A', [])] }))).toEqual([]);
  });

  it.each([
    [undefined, 24],
    [6, 6],
    [24, 24],
    [500, 24],
  ])('maxItemsToShow %s shows %i at first: cards come in no greater number', (maxItemsToShow, first) => {
    expect(toShownLists(view({ tabs: [tab('A', ids(60), maxItemsToShow ? { maxItemsToShow } : {})] }))[0]?.first).toBe(
      first,
    );
  });
});

describe('what is shown of a list', () => {
  const list = toShownLists(view({ tabs: [tab('A', ids(100))] }))[0]!;

  it('omits what has left the catalog, and keeps the positions of the others', () => {
    const cards = withCards(new Map(), { V0: card('V0'), V2: card('V2') }, ['V0', 'V1', 'V2']);
    const slice = toSlice(list, 2, cards);
    expect(slice.items.map(({ id, position }) => [id, position])).toEqual([
      ['V0', 0],
      ['V2', 2],
    ]);
    expect([slice.count, slice.hasMore]).toEqual([99, true]);
  });

  it('requests cards that were never requested, at most 48 together', () => {
    expect(missingIn(toSlice(list, 100, new Map([['V0', card('V0')]])))).toEqual(ids(49).slice(1));
  });

  it('asking until nothing is missing ends, shows every card there is, and never asks twice', () => {
    const cases = fc.record({ lost: fc.uniqueArray(fc.nat(99)), limit: fc.integer({ min: 1, max: 120 }) });
    fc.assert(
      fc.property(cases, ({ lost, limit }) => {
        const gone = new Set(lost.map((index) => `V${index}`));
        const asked = new Set<string>();
        let cards = withCards(new Map(), {});
        for (let turn = 0; turn < 120; turn += 1) {
          const missing = missingIn(toSlice(list, limit, cards));
          if (missing.length === 0) break;
          for (const id of missing) expect(asked.has(id)).toBe(false);
          for (const id of missing) asked.add(id);
          const found = missing.filter((id) => !gone.has(id)).map((id) => [id, card(id)]);
          cards = withCards(cards, Object.fromEntries(found), missing);
        }
        const { items } = toSlice(list, limit, cards);
        expect(items.every((item) => item.card !== undefined)).toBe(true);
        expect(items).toHaveLength(Math.min(limit, 100 - gone.size));
      }),
    );
  });

  it('a card that comes with a set is known, asked for or not', () => {
    const cards = withCards(new Map([['V1', null]]), { V1: card('V1'), M: card('M') }, ['V1']);
    expect([cards.get('V1'), cards.get('M')]).toEqual([card('V1'), card('M')]);
  });
});
