import { utcDay } from '@svc/domain';
import { randomId, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eraseSessions } from '../../db/events/erase-sessions.js';
import { type EventClient, eventClient } from '../../testing/event-client.js';
import { eventually, type TestMatcher } from '../../testing/matcher.js';
import { readLearningDays } from '../../testing/read-learning-days.js';
import { useMatchers } from '../../testing/use-matchers.js';

const matchers = useMatchers();
let matcher: TestMatcher;
let events: EventClient;
let db: Knex;
let analysis: string;

beforeEach(async () => {
  matchers.peers.erased.length = 0;
  db = matchers.database.owner;
  await db('follower_cursors').where({ name: 'erasures' }).delete();
  analysis = randomId();
  matcher = await matchers.start({ env: { EVENT_AGGREGATION_INTERVAL_MS: '50' } });
  events = eventClient(matcher.address);
});
afterEach(() => events.close());

const record = (id = analysis, from = 0, length = 3) =>
  events.record(matchers.company, id, {
    events: Array.from({ length }, (_, index) => ({ id: `e${from + index}` })),
  });
const erase = (id = analysis) => void matchers.peers.erased.push(sha256(id));
const count = async (table: string, id = analysis) =>
  Number(
    (
      await db(table)
        .where({ analysis_hash: sha256(id) })
        .count()
    )[0]!.count,
  );
const impressions = async () => {
  const days = await readLearningDays(db, matchers.company);
  return days.map(({ stats }) => [stats.sessions, stats.impressions]);
};

describe('the events of an erased analysis', () => {
  it('are deleted with its answers, and the sums of the day are made again without them', async () => {
    const other = randomId();
    await record();
    await record(other);
    await eventually(async () => expect(await impressions()).toEqual([[2, 6]]));
    erase();
    await eventually(async () => expect(await count('interaction_events')).toBe(0));
    await eventually(async () => expect(await impressions()).toEqual([[1, 3]]));
    expect(await count('interaction_events', other)).toBe(3);
    const mark = await db('event_sessions')
      .where({ analysis_hash: sha256(analysis) })
      .first();
    expect(mark).toMatchObject({ options: [], event_count: 0, erased_at: expect.any(Date) });
  });

  it('do not reappear: a concurrent batch is rejected, also for an analysis without events', async () => {
    const silent = randomId();
    await record();
    erase();
    erase(silent);
    await eventually(async () => expect(await count('event_sessions', silent)).toBe(1));
    for (const id of [analysis, silent]) {
      await expect(record(id, 100)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await count('interaction_events', id)).toBe(0);
    }
  });

  it('are deleted even if the erasure runs concurrently with batches', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = randomId();
      const batches = Array.from({ length: 8 }, (_, index) => record(id, index * 10));
      const erasure = db.transaction((trx) => eraseSessions(trx, [sha256(id)]));
      const answers = await Promise.allSettled([...batches, erasure]);
      for (const answer of answers) {
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(await count('interaction_events', id)).toBe(0);
    }
  });

  it('are deleted from a batch that is uncommitted when the erasure begins', async () => {
    let committed = false;
    const batch = await db.transaction();
    await batch('event_sessions').insert({
      analysis_hash: sha256(analysis),
      company_id: matchers.company,
      funnel_id: 'f',
      day: utcDay(new Date()),
    });
    const erasure = db
      .transaction((trx) => eraseSessions(trx, [sha256(analysis)]))
      .then(() => expect(committed).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 100));
    committed = true;
    await batch.commit();
    await erasure;
    await expect(record()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are found page by page, and again after analysis-svc was down; meanwhile events are taken and matches made', async () => {
    const ids = Array.from({ length: 7 }, randomId);
    for (const id of ids) await record(id);
    matchers.peers.down.analysis = true;
    for (const id of ids) erase(id);
    expect(await record(analysis)).toEqual({ accepted: 3, duplicates: 0 });
    expect((await matcher.match(matchers.company)).matchedVariants).toHaveLength(3);
    matchers.peers.down.analysis = false;
    for (const id of ids) {
      await eventually(async () => expect(await count('interaction_events', id)).toBe(0));
    }
    expect(await count('interaction_events')).toBe(3);
  });

  it('erasures listed twice, by two replicas, have no further effect', async () => {
    await record();
    erase();
    const second = await matchers.start();
    await eventually(async () => expect(await count('interaction_events')).toBe(0));
    const [mark] = await db('event_sessions').where({ analysis_hash: sha256(analysis) });
    const calls = () => matchers.peers.calls.get('listErasedAnalyses') ?? 0;
    const before = calls();
    await eventually(async () => expect(calls()).toBeGreaterThan(before + 4));
    expect(await db('event_sessions').where({ analysis_hash: sha256(analysis) })).toEqual([mark]);
    await second.stop();
  });
});
