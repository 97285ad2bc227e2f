import { addDays } from '@svc/domain';
import { type Clock, randomId, sha256 } from '@svc/kit';
import { testLogger } from '@svc/kit/testing';
import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPartition, listPartitions } from '../../db/events/event-partitions.js';
import { type EventClient, eventClient } from '../../testing/event-client.js';
import { readLearningDays } from '../../testing/read-learning-days.js';
import { useMatchers } from '../../testing/use-matchers.js';
import { aggregateEvents } from './aggregate-events.js';
import { expireEvents } from './expire-events.js';

const FIRST = '2026-01-10';
const matchers = useMatchers();
let now: Date;
const clock: Clock = { now: () => now };
let events: EventClient;
let db: Knex;
const log = testLogger();
const on = (day: string) => {
  now = new Date(`${day}T23:59:00Z`);
};

beforeEach(async () => {
  on(FIRST);
  db = matchers.database.owner;
  const matcher = await matchers.startIdle({ clock });
  events = eventClient(matcher.address);
});
afterEach(() => events.close());

const expire = () => expireEvents({ db, clock, log });
const loadSession = (id: string) =>
  db('event_sessions')
    .where({ analysis_hash: sha256(id) })
    .first();
const countRows = async (table: string) => Number((await db(table).count())[0]!.count);

describe('retention', () => {
  it('there is a partition for today and tomorrow before the first event of the day', async () => {
    on('2026-01-20');
    await expire();
    expect(await listPartitions(db)).toEqual(expect.arrayContaining(['2026-01-20', '2026-01-21']));
  });

  it('partitions can be created concurrently', async () => {
    await Promise.all(Array.from({ length: 8 }, () => createPartition(db, '2026-01-15')));
    expect((await listPartitions(db)).filter((day) => day === '2026-01-15')).toHaveLength(1);
  });

  it('events and answers 90 days, the mark of the session and the sums 400 days', async () => {
    const id = randomId();
    await events.record(matchers.company, id, {
      answers: { skinColor: 'FAIR', selectionValues: [] },
      events: [{ id: 'a' }],
    });
    await db('event_sessions')
      .where({ analysis_hash: sha256(id) })
      .update({ options: ['x:FAIR'] });
    await aggregateEvents({ db, clock, log });

    on(addDays(FIRST, 90));
    await expire();
    expect([await countRows('interaction_events'), (await loadSession(id)).options]).toEqual([1, ['x:FAIR']]);

    on(addDays(FIRST, 91));
    await expire();
    expect([await countRows('interaction_events'), (await loadSession(id)).options]).toEqual([0, []]);
    expect(await listPartitions(db)).not.toContain(FIRST);
    expect(await countRows('learning_days')).toBe(1);
    expect(await events.record(matchers.company, id, { events: [{ id: 'a' }] })).toEqual({
      accepted: 1,
      duplicates: 0,
    });
    expect(await countRows('interaction_events')).toBe(0);

    on(addDays(FIRST, 400));
    await expire();
    expect([(await loadSession(id))?.options, await countRows('learning_days')]).toEqual([[], 1]);
    on(addDays(FIRST, 401));
    await expire();
    expect([await loadSession(id), await countRows('learning_days')]).toEqual([undefined, 0]);
  });

  it('a replica for which the next day has not begun stores no events of a day that another one has dropped', async () => {
    const id = randomId();
    await events.record(matchers.company, id, { events: [{ id: 'a' }, { id: 'b', type: 'CLICK' }] });
    await aggregateEvents({ db, clock, log });
    const sums = await readLearningDays(db, matchers.company);
    on(addDays(FIRST, 91));
    await expire();

    on(addDays(FIRST, 90));
    const late = { events: [{ id: 'late' }] };
    expect(await events.record(matchers.company, id, late)).toEqual({ accepted: 1, duplicates: 0 });
    expect(await listPartitions(db)).not.toContain(FIRST);
    await aggregateEvents({ db, clock, log });
    expect(await readLearningDays(db, matchers.company)).toEqual(sums);
    expect((await loadSession(id)).event_count).toBe(3);
  });

  it('erased analyses are remembered for 35 days', async () => {
    now = new Date();
    const old = sha256(randomId());
    const young = sha256(randomId());
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
    await db('event_sessions').insert([
      { analysis_hash: old, erased_at: ago(35.1) },
      { analysis_hash: young, erased_at: ago(34.9) },
    ]);
    await expire();
    expect(await db('event_sessions').whereIn('analysis_hash', [old, young]).pluck('analysis_hash')).toEqual([young]);
  });

  it('a day that is in use is dropped by a later run', async () => {
    await createPartition(db, '2026-01-05');
    on('2026-06-01');
    const reader = await db.transaction();
    await reader('interaction_events').where({ day: '2026-01-05' });
    await expect(expire()).rejects.toMatchObject({ code: '55P03' });
    await reader.commit();
    await expire();
    expect(await listPartitions(db)).not.toContain('2026-01-05');
  });
});
