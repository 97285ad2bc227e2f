import { describe, expect, it } from 'vitest';
import { readBlock, readReplies } from './answer.js';

const CARD = { variantId: 'V1', name: 'Velvet Balm', available: true };

describe('reading answers (docs/components.md B17.6)', () => {
  it('reads every kind of part, with what the catalog knows', () => {
    const card = {
      ...CARD,
      price: '€19.90',
      size: '50 ml',
      link: 'https://shop.example/p',
      image: 'https://i.example/1',
    };
    expect(readBlock({ type: 'text', text: 'Hello', link: 'https://shop.example/' })).toEqual({
      ...{ type: 'text', text: 'Hello', link: 'https://shop.example/' },
    });
    expect(readBlock({ type: 'products', items: [{ card, reasons: ['For dry skin'] }, { card: null }] })).toEqual({
      type: 'products',
      items: [
        { card, reasons: ['For dry skin'] },
        { card: null, reasons: [] },
      ],
    });
    expect(
      readBlock({ type: 'comparison', cards: [CARD], rows: [{ label: 'Price', values: ['1', '2'] }] }),
    ).toMatchObject({
      ...{ cards: [CARD], rows: [{ label: 'Price', values: ['1', '2'] }] },
    });
    expect(readBlock({ type: 'actions', items: [{ id: 'a1', kind: 'OPEN_RESULTS', label: 'Results' }] })).toMatchObject(
      {
        items: [{ id: 'a1', kind: 'OPEN_RESULTS', label: 'Results' }],
      },
    );
  });

  it.each([null, 7, [], {}, { type: 'video' }, { type: 'text' }, { type: 'text', text: 7 }])(
    'leaves out what it cannot show: %j',
    (value) => expect(readBlock(value)).toBeNull(),
  );

  it('leaves out unusable entries of lists', () => {
    expect(readBlock({ type: 'products', items: [7, { card: {} }, { card: { variantId: 'V1' } }] })).toEqual({
      type: 'products',
      items: [
        { card: null, reasons: [] },
        { card: null, reasons: [] },
      ],
    });
    expect(readBlock({ type: 'products', items: 'x' })).toEqual({ type: 'products', items: [] });
    expect(readBlock({ type: 'actions', items: [{ label: 'x' }, { kind: 'RESTART' }] })).toEqual({
      ...{ type: 'actions', items: [] },
    });
    expect(readReplies([{ id: 'q1', label: 'Cheaper' }, { id: 'q2' }, null])).toEqual([{ id: 'q1', label: 'Cheaper' }]);
    expect(readReplies({})).toEqual([]);
  });

  it('a product is available only if the service says so', () => {
    const { available: _, ...rest } = CARD;
    expect(readBlock({ type: 'products', items: [{ card: rest }] })).toMatchObject({
      items: [{ card: { available: false } }],
    });
  });
});
