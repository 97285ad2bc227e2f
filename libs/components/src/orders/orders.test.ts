import { describe, expect, it } from 'vitest';
import type { RecordStorage } from '../storage/record-list.js';
import { type SvcOrder, toOrderBody } from './order-body.js';
import { addToOutbox, OUTBOX_KEY, readOutbox, removeFromOutbox } from './outbox.js';

const HOUR = 60 * 60 * 1_000;
const NOW = 100 * 24 * HOUR;

function createStorage(): RecordStorage & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return { values, getItem: (key) => values.get(key) ?? null, setItem: (key, value) => void values.set(key, value) };
}
const waiting = (orderId: string, at = NOW, body = '{}') => ({ orderId, at, body });

describe('orders that wait in the browser (docs/components.md B12.9)', () => {
  it('are kept until they have arrived, one for each id', () => {
    const storage = createStorage();
    addToOutbox(storage, waiting('1'));
    addToOutbox(storage, waiting('2'));
    addToOutbox(storage, waiting('1', NOW, '{"new":1}'));
    expect(readOutbox(storage, NOW)).toEqual([waiting('2'), waiting('1', NOW, '{"new":1}')]);
    removeFromOutbox(storage, waiting('1', NOW, '{"old":1}'), NOW);
    removeFromOutbox(storage, waiting('2'), NOW);
    expect(readOutbox(storage, NOW).map(({ orderId }) => orderId)).toEqual(['1']);
  });

  it('are dropped after 24 h, and the oldest beyond 20', () => {
    const storage = createStorage();
    addToOutbox(storage, waiting('old'));
    expect(readOutbox(storage, NOW + 24 * HOUR - 1)).toHaveLength(1);
    expect(readOutbox(storage, NOW + 24 * HOUR)).toEqual([]);
    for (let count = 0; count < 25; count += 1) addToOutbox(storage, waiting(`${count}`));
    expect(readOutbox(storage, NOW).map(({ orderId }) => orderId)).toEqual(
      Array.from({ length: 20 }, (_, i) => `${i + 5}`),
    );
  });

  it.each(['null', '{}', '[1, null, {"at":"x"}]', '[{"at":1e99,"orderId":"1","body":"{}"}]', 'no JSON'])(
    'are none in %s',
    (text) => {
      const storage = createStorage();
      storage.values.set(OUTBOX_KEY, text);
      expect(readOutbox(storage, NOW)).toEqual([]);
    },
  );
});

describe('the body of an order (docs/components.md B13.7)', () => {
  const order = {
    ...{ orderId: '1', createdAt: '2026-11-22T10:04:00+01:00', currency: 'EUR' },
    lines: [{ lineId: '1', variantId: 'V1', quantity: 1, price: '10' }],
  };
  const record = (variant: string, analysis: string, timestamp: number) => ({
    ...{ variant_id: variant, analysis_id: analysis, timestamp, source: 'mail', funnel: 'beauty' },
  });
  const body = (given: SvcOrder, records: Parameters<typeof toOrderBody>[1], ...rest: unknown[]) => {
    const [consent, chat] = rest as ['granted' | undefined, boolean | undefined];
    return JSON.parse(toOrderBody(given, records, consent, chat));
  };

  it('has the records of the bought variants and the newest of each analysis, newest first', () => {
    const records = [record('V1', 'a', 1), record('V2', 'a', 2), record('V3', 'a', 3), record('V1', 'b', 4)];
    expect(body(order, records, 'granted')).toEqual({
      ...order,
      recommendations: [
        { variant_id: 'V1', analysis_id: 'b', timestamp: 4 },
        { variant_id: 'V3', analysis_id: 'a', timestamp: 3 },
        { variant_id: 'V1', analysis_id: 'a', timestamp: 1 },
      ],
      consent: 'granted',
    });
  });

  it('has at most 200 records, and no consent that the page did not set', () => {
    const records = Array.from({ length: 300 }, (_, index) => record('V1', `a${index}`, index));
    const { recommendations, ...rest } = body(order, records, undefined);
    expect([recommendations.length, recommendations[0].analysis_id]).toEqual([200, 'a299']);
    expect(rest).toEqual(order);
  });

  it.each([true, false])('has hadChat: %s as the browser remembers it', (used) => {
    expect(body(order, [], 'granted', used)).toEqual({
      ...order,
      recommendations: [],
      hadChat: used,
      consent: 'granted',
    });
  });
});
