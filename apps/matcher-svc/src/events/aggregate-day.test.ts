import { INTERACTION_TYPES } from '@svc/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DayStats } from '../learning/day-stats.js';
import { createDayAggregator, type EventSession, TooManyVariantsError } from './aggregate-day.js';
import { naiveDay, nearly } from './testing/naive-day.js';

function addUp(sessions: readonly EventSession[], counted?: ReadonlySet<string>): DayStats {
  const sums = createDayAggregator(counted);
  for (const session of sessions) sums.add(session);
  return JSON.parse([...sums.pieces()].join(''));
}

const variantId = fc.constantFrom('V1', 'V2', '7', '__proto__', 'constructor', 'é');
const option = fc.constantFrom('s:1:dry', 's:1:oily', 'f:hairColor:BLACK', 'c:LIGHT_SPRING', '__proto__');
const event = fc.oneof(
  fc.record({ type: fc.constant('IMPRESSION' as const), variantId, position: fc.nat(10_000) }),
  fc.record({ type: fc.constantFrom(...INTERACTION_TYPES.slice(1)), variantId }),
);
const session: fc.Arbitrary<EventSession> = fc.record({
  options: fc.uniqueArray(option, { maxLength: 4 }),
  events: fc.array(event, { maxLength: 12 }),
});
const day = fc.array(session, { maxLength: 12 });

describe('the sums of a day. docs/matching.md M7', () => {
  it('one impression at position 4, a click and an add to cart of one shopper with one option (M7.1)', () => {
    const events = [
      { type: 'IMPRESSION', variantId: 'V1', position: 4 },
      { type: 'IMPRESSION', variantId: 'V2', position: 0 },
      { type: 'CLICK', variantId: 'V1' },
      { type: 'ADD_TO_CART', variantId: 'V1' },
    ] as const;
    const variants = { V1: { b: 0.5, k: 4 }, V2: { b: 1, k: 0 } };
    expect(addUp([{ options: ['s:1:dry'], events }])).toEqual({
      sessions: 1,
      impressions: 2,
      options: { 's:1:dry': 1 },
      variants,
      pairs: { 's:1:dry': variants },
    });
  });

  it('one analysis counts at most 8 for each variant (M7.1)', () => {
    const bought = (variantId: string) => ({ type: 'PURCHASE', variantId }) as const;
    const one = {
      options: [],
      events: [bought('V1'), bought('V1'), { type: 'CLICK', variantId: 'V1' }, bought('V2')],
    } as const;
    expect(addUp([one, one]).variants).toEqual({ V1: { b: 0, k: 16 }, V2: { b: 0, k: 16 } });
  });

  it('an analysis without events is no session', () => {
    expect(addUp([{ options: ['s:1:dry'], events: [] }])).toEqual(addUp([]));
  });

  it('equal the definition on plain arrays, for ids that are names of objects too', () => {
    fc.assert(
      fc.property(day, (sessions) => {
        expect(addUp(sessions)).toEqual(nearly(naiveDay(sessions)));
      }),
    );
  });

  it('have the same bytes whatever the order of sessions and events', () => {
    const shuffled = (sessions: EventSession[]) =>
      fc.tuple(fc.shuffledSubarray(sessions, { minLength: sessions.length }), fc.infiniteStream(fc.nat()));
    fc.assert(
      fc.property(
        day.chain((sessions) => fc.tuple(fc.constant(sessions), shuffled(sessions))),
        ([sessions, [others, numbers]]) => {
          const mixed = others.map(({ options, events }) => ({
            options: [...options].reverse(),
            events: events
              .map((one) => [numbers.next().value as number, one] as const)
              .sort(([a], [b]) => a - b)
              .map(([, one]) => one),
          }));
          expect(JSON.stringify(addUp(mixed))).toBe(JSON.stringify(addUp(sessions)));
        },
      ),
    );
  });

  it('the sums of two halves of a day add up to those of the day', () => {
    fc.assert(
      fc.property(day, day, (morning, evening) => {
        const whole = addUp([...morning, ...evening]);
        const [a, b] = [addUp(morning), addUp(evening)];
        expect([whole.sessions, whole.impressions]).toEqual([a.sessions + b.sessions, a.impressions + b.impressions]);
        for (const [id, { b: weight, k }] of Object.entries(whole.variants)) {
          const parts = [a, b].map(({ variants }) => (Object.hasOwn(variants, id) ? variants[id]! : { b: 0, k: 0 }));
          expect(k).toBe(parts[0]!.k + parts[1]!.k);
          expect(weight).toBeCloseTo(parts[0]!.b + parts[1]!.b, 8);
        }
      }),
    );
  });

  it('with too many sums to hold are refused, and made of the variants that are named', () => {
    const shown = (variantId: string): EventSession => ({
      options: ['s:1:dry', 's:1:oily'],
      events: [{ type: 'IMPRESSION', variantId, position: 0 }],
    });
    const sums = createDayAggregator(undefined, 30);
    const ten = Array.from({ length: 10 }, (_, number) => shown(`V${number}`));
    for (const one of [...ten, ...ten]) sums.add(one);
    expect(() => sums.add(shown('V10'))).toThrow(TooManyVariantsError);
    fc.assert(
      fc.property(day, (sessions) => {
        const counted = new Set(['V1', '__proto__']);
        const rest = sessions.map(({ options, events }) => ({
          options,
          events: events.filter((one) => counted.has(one.variantId)),
        }));
        expect(addUp(sessions, counted)).toEqual(addUp(rest));
      }),
    );
  });
});
