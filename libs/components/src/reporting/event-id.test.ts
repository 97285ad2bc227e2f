import { MAX_EVENT_ID_LENGTH } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onceId } from './event-id.js';

describe('ids of events that count once', () => {
  it('are the same at every load, different for other variants and places, and fit (docs/events.md, Limits)', () => {
    const seen = fc.record({ id: fc.string({ minLength: 1, maxLength: 255 }), position: fc.nat(10_000) });
    fc.assert(
      fc.property(seen, seen, (one, other) => {
        const id = onceId('IMPRESSION', one.id, one.position);
        expect(id).toMatch(/^[!-~]+$/);
        expect(id.length).toBeLessThanOrEqual(MAX_EVENT_ID_LENGTH);
        expect(onceId('IMPRESSION', one.id, one.position)).toBe(id);
        const isSame = one.id === other.id && one.position === other.position;
        expect(onceId('IMPRESSION', other.id, other.position) === id).toBe(isSame);
      }),
    );
    expect(onceId('CLICK', 'a', 0)).not.toBe(onceId('IMPRESSION', 'a', 0));
  });
});
