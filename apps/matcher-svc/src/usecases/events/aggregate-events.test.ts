import { addDays } from '@svc/domain';
import { type Clock, randomId } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPartition } from '../../db/events/event-partitions.js';
import { listFrequentVariants } from '../../db/events/read-sessions.js';
import { markStale } from '../../db/events/stale-days.js';
import { createStep } from '../../engine/testing/company.js';
import type { EventSession } from '../../events/aggregate-day.js';
import { naiveDay, nearly } from '../../events/testing/naive-day.js';
import { type EventClient, eventClient } from '../../testing/event-client.js';
import { givePeers } from '../../testing/matcher.js';
import { readLearningDays } from '../../testing/read-learning-days.js';
import { useMatchers } from '../../testing/use-matchers.js';
import { aggregateEvents } from './aggregate-events.js';
import { expireEvents } from './expire-events.js';

const TODAY = '2026-11-21';
const at = (day: string) => new Date(`${day}T12:00:00Z`);

const matchers = useMatchers();
let now: Date;
const clock: Clock = { now: () => now };
let events: EventClient;
let db: Knex;
const log = testLogger();

beforeEach(async () => {
  now = at(TODAY);
  db = matchers.database.owner;
  await db('learning_days').delete();
  await db('stale_learning_days').delete();
  await db('event_sessions').delete();
  await db('interaction_events').delete();
  givePeers(matchers.peers, matchers.company, { steps: [createStep(1, { dry: {}, oily: {} })] });
  const matcher = await matchers.startIdle({ clock });
  events = eventClient(matcher.address);
  await aggregate();
});
afterEach(() => events.close());

const aggregate = (options: { maxCells?: number } = {}) => aggregateEvents({ db, clock, log, ...options });
const days = (since?: string) => readLearningDays(db, matchers.company, since);
const answered = (key: string) => ({ selectionValues: [{ stepId: 1, selectedKey: key }] });
const record = (batch: Parameters<EventClient['record']>[2], id = randomId()) =>
  events.record(matchers.company, id, batch);

describe('the sums of a day', () => {
  it('hold the sessions of that day, a purchase days later too; nothing of previews; each funnel its own', async () => {
    const analysis = randomId();
    await record({ answers: answered('dry'), events: [{ id: 'a', position: 4 }] }, analysis);
    await record({ answers: answered('oily'), events: [{ id: 'b', variantId: 'b' }] });
    await record({ isPreview: true, events: [{ id: 'c' }] });
    now = at('2026-11-24');
    await record({ answers: answered('dry'), events: [{ id: 'd', type: 'PURCHASE' }] }, analysis);
    await record({ answers: answered('dry'), events: [{ id: 'e', type: 'CLICK' }] });
    await aggregate();
    const a = { a: { b: 0.5, k: 8 } };
    const b = { b: { b: 1, k: 0 } };
    const late = { a: { b: 0, k: 1 } };
    expect(await days()).toEqual([
      {
        day: TODAY,
        stats: {
          sessions: 2,
          impressions: 2,
          options: { 's:1:dry': 1, 's:1:oily': 1 },
          variants: { ...a, ...b },
          pairs: { 's:1:dry': a, 's:1:oily': b },
        },
      },
      {
        day: '2026-11-24',
        stats: { sessions: 1, impressions: 0, options: { 's:1:dry': 1 }, variants: late, pairs: { 's:1:dry': late } },
      },
    ]);
    expect(await days('2026-11-22')).toHaveLength(1);
    expect(await readLearningDays(db, 'another')).toEqual([]);
  });

  it('equal the definition for random sessions, whatever order and repetition they were sent in', async () => {
    const event = fc.oneof(
      fc.record({
        type: fc.constant('IMPRESSION' as const),
        variantId: fc.constantFrom('a', 'b'),
        position: fc.nat(9),
      }),
      fc.record({
        type: fc.constantFrom('CLICK' as const, 'ADD_TO_CART' as const, 'PURCHASE' as const),
        variantId: fc.constantFrom('a', 'b', '__proto__'),
      }),
    );
    const session = fc.record({
      key: fc.constantFrom('dry', 'oily'),
      events: fc.array(event, { minLength: 1, maxLength: 9 }),
    });
    const day = fc.array(session, { minLength: 1, maxLength: 6 });
    let date = '2026-03-01';
    await fc.assert(
      fc.asyncProperty(day, fc.array(fc.nat(), { minLength: 20, maxLength: 20 }), async (sessions, order) => {
        date = addDays(date, 1);
        now = at(date);
        const sending = sessions.flatMap(({ key, events: own }) => {
          const id = randomId();
          const one = (index: number) => ({ answers: answered(key), events: [{ id: `e${index}`, ...own[index]! }] });
          const all = own.map((_, index) => () => record(one(index), id));
          return [...all, all[0]!];
        });
        const shuffled = sending
          .map((send, index) => ({ send, rank: order[index % 20]! }))
          .sort((x, y) => x.rank - y.rank);
        await Promise.all(shuffled.map(({ send }) => send()));
        await aggregate();
        const expected = naiveDay(
          sessions.map(({ key, events: own }): EventSession => ({ options: [`s:1:${key}`], events: own })),
        );
        const [last] = await days(date);
        expect(last!.stats).toEqual(nearly(expected));
      }),
      { numRuns: 15 },
    );
  });

  it('are computed again exactly for the days that changed', async () => {
    const analysis = randomId();
    await record({ events: [{ id: 'a' }] }, analysis);
    expect(await aggregate()).toBe(1);
    expect(await aggregate()).toBeLessThanOrEqual(1); // A change may be listed twice, while others write.
    await db('learning_days').delete();
    now = at('2026-11-23');
    await record({ events: [{ id: 'b' }] });
    await aggregate();
    expect((await days()).map(({ day }) => day)).toContain('2026-11-23');
    await record({ events: [{ id: 'c' }] }, analysis);
    await aggregate();
    expect((await days()).map(({ stats }) => stats.sessions)).toEqual([1, 1]);
  });

  it('have the same bytes on every replica', async () => {
    const batch = {
      answers: answered('dry'),
      events: [
        { id: 'a', position: 2 },
        { id: 'b', position: 7 },
        { id: 'c', position: 1 },
      ],
    };
    for (let count = 0; count < 20; count += 1) await record(batch);
    await aggregate();
    const read = () => db('learning_days').where({ company_id: matchers.company }).select('data', 'checksum');
    const before = await read();
    await db('event_sessions')
      .where({ company_id: matchers.company })
      .update({ change_xid: db.raw('change_stamp()') });
    await aggregate();
    expect(await read()).toEqual(before);
  });

  it('are computed by one replica at a time without losing changes', async () => {
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        await record({ events: [{ id: 'a' }] });
        await aggregateEvents({ db, clock, log });
      }),
    );
    await aggregate();
    expect((await days()).map(({ stats }) => stats.sessions)).toEqual([10]);
  });

  it('are left to the replica that is working, without losing changes', async () => {
    await record({ events: [{ id: 'a' }] });
    const other = await db.transaction();
    await other.raw("select pg_advisory_xact_lock(hashtext('aggregate-events'))");
    expect(await aggregateEvents({ db, clock, log })).toBeNull();
    expect(await days()).toEqual([]);
    await other.commit();
    await aggregate();
    expect(await days()).toHaveLength(1);
  });

  it('are kept when the events are about to be deleted', async () => {
    await record({ events: [{ id: 'a' }] });
    await aggregate();
    now = at(addDays(TODAY, 91));
    await db.raw('drop table ??', [toPartition(TODAY)]);
    await db('event_sessions')
      .where({ company_id: matchers.company })
      .update({ change_xid: db.raw('change_stamp()') });
    await markStale(db, { companyId: matchers.company, funnelId: `${matchers.company}-funnel`, day: TODAY });
    await aggregate();
    expect((await days()).map(({ stats }) => stats.sessions)).toEqual([1]);
    expect(await db('stale_learning_days')).toEqual([]);
  });

  it('are kept when another replica, for which the next day has begun, has deleted the events', async () => {
    await record({ events: [{ id: 'a' }] });
    await aggregate();
    now = new Date(`${addDays(TODAY, 90)}T23:59:59.999Z`);
    await markStale(db, { companyId: matchers.company, funnelId: `${matchers.company}-funnel`, day: TODAY });
    await expireEvents({ db, clock: { now: () => at(addDays(TODAY, 91)) }, log });
    await aggregate();
    expect((await days()).map(({ stats }) => stats.sessions)).toEqual([1]);
    expect(await db('stale_learning_days')).toEqual([]);
  });

  it('that were found damaged, and the day noted, are made again from its events', async () => {
    await record({ events: [{ id: 'a' }] });
    await aggregate();
    const sound = await days();
    await db('learning_days').update({ data: Buffer.from('x') });
    await markStale(db, { companyId: matchers.company, funnelId: `${matchers.company}-funnel`, day: TODAY });
    await aggregate();
    expect(await days()).toEqual(sound);
  });

  it('of a day with too many variants are those of the most frequent ones, the same every time', async () => {
    const junk = Array.from({ length: 50 }, (_, index) => ({ id: `e${index}`, variantId: `junk ${index}` }));
    await record({ answers: answered('dry'), events: junk });
    for (let count = 0; count < 3; count += 1) {
      await record({ answers: answered('dry'), events: [{ id: 'a' }, { id: 'b', variantId: 'b', position: 1 }] });
    }
    await aggregate({ maxCells: 20 });
    const [limited] = await days();
    expect(limited!.stats.variants.b).toEqual({ b: 2.4, k: 0 });
    await db('event_sessions')
      .where({ company_id: matchers.company })
      .update({ change_xid: db.raw('change_stamp()') });
    await aggregate();
    expect(await days()).toEqual([limited]);
    const frequent = await db.transaction((trx) =>
      listFrequentVariants(trx, { companyId: matchers.company, funnelId: `${matchers.company}-funnel`, day: TODAY }, 3),
    );
    expect(frequent).toEqual(['a', 'b', 'junk 0']);
  });

  it('are computed from the beginning when the cursor is from the future, as after restoring a database', async () => {
    await record({ events: [{ id: 'a' }] });
    await db('follower_cursors').where({ name: 'events' }).update({ cursor: '9000000000000' });
    await aggregate();
    expect((await days()).map(({ stats }) => stats.sessions)).toEqual([1]);
  });

  it('a day that fails does not delay the others and is retried', async () => {
    await record({ events: [{ id: 'a' }] });
    now = at(addDays(TODAY, 1));
    await record({ events: [{ id: 'b' }] });
    await db.raw('alter table ?? rename column variant_id to away', ['interaction_events']);
    await expect(aggregate()).rejects.toThrow(/variant_id/);
    await db.raw('alter table ?? rename column away to variant_id', ['interaction_events']);
    await aggregate();
    expect(await days()).toHaveLength(2);
  });
});
