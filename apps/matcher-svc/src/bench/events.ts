import { monitorEventLoopDelay } from 'node:perf_hooks';
import { utcDay } from '@svc/domain';
import { createDatabase, createLogger, sha256 } from '@svc/kit';
import { connectOwner } from '@svc/kit/testing';
import type { Knex } from 'knex';
import { createPartition } from '../db/events/event-partitions.js';
import { aggregateEvents } from '../usecases/events/aggregate-events.js';
import { recordEvents } from '../usecases/events/record-events.js';

const FUNNEL = { companyId: 'bench', funnelId: 'bench' };
const clock = { now: () => new Date() };
const log = createLogger({ name: 'bench', level: 'silent' });

export interface EventFigures {
  /** Batches of 10 events a second, each of another analysis; and those of 10 bare rows in one insert. */
  batchesPerSecond: number;
  bareInsertsPerSecond: number;
  /** One day: sessions, events and options in it, and what adding it up takes. */
  day: { sessions: number; events: number; ms: number; heapGrowthBytes: number; longestStallMs: number };
}

/** Measures taking events in and adding up a large day, on an empty database. */
export async function measureEvents(options: {
  databaseUrl: string;
  seconds: number;
  sessions?: number;
}): Promise<EventFigures> {
  const database = createDatabase({
    url: options.databaseUrl,
    schema: 'matcher',
    migrationsDirectory: new URL('../migrations/', import.meta.url),
    poolMax: 10,
    log,
  });
  const owner = connectOwner(options.databaseUrl, 'matcher');
  try {
    await database.migrate();
    const { knex: db } = database;
    const batchesPerSecond = await perSecond(options.seconds, (id) => take(db, id));
    await owner.raw(
      'create table bare (id text, event text, variant text, position int, at timestamptz, primary key (id, event))',
    );
    const bareInsertsPerSecond = await perSecond(options.seconds, (id) => insertBare(owner, id));
    return { batchesPerSecond, bareInsertsPerSecond, day: await addUpDay(db, owner, options.sessions ?? 100_000) };
  } finally {
    await owner.destroy();
    await database.close();
  }
}

const CLIENTS = 32;

async function perSecond(seconds: number, run: (id: string) => Promise<unknown>): Promise<number> {
  await run('first');
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let count = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) await run(`${count++}`);
    }),
  );
  return (count / (performance.now() - startedAt)) * 1_000;
}

const resolve = async () => ({ funnel: { steps: [] } }) as never;

const take = (db: Knex, id: string) =>
  recordEvents(
    { db, clock, resolve },
    {
      analysisHash: sha256(id),
      subject: { ...FUNNEL, versionId: 'v', isPreview: false },
      answers: { selectionValues: [] },
      presence: { hasSelfie: false, hasContact: false },
      color: null,
      events: Array.from({ length: 10 }, (_, position) => ({
        id: `e${position}`,
        type: 'IMPRESSION' as const,
        variantId: `V${position}`,
        position,
      })),
    },
  );

const insertBare = (db: Knex, id: string) =>
  db.raw('insert into bare select ?, e, v, p, now() from unnest(?::text[], ?::text[], ?::int[]) as t (e, v, p)', [
    id,
    Array.from({ length: 10 }, (_, n) => `e${n}`),
    Array.from({ length: 10 }, (_, n) => `V${n}`),
    Array.from({ length: 10 }, (_, n) => n),
  ]);

/** 6 questions with 4 options, 300 variants, 10 impressions and a click each. */
async function addUpDay(db: Knex, owner: Knex, sessions: number): Promise<EventFigures['day']> {
  await owner.raw('delete from event_sessions');
  await aggregateEvents({ db, clock, log });
  const day = utcDay(clock.now());
  await createPartition(db, day);
  const chunk = 10_000;
  for (let from = 0; from < sessions; from += chunk) {
    const range = [from, Math.min(from + chunk, sessions) - 1];
    await owner.raw(
      `insert into event_sessions (analysis_hash, company_id, funnel_id, day, options, event_count)
       select sha256(n::text::bytea), 'bench', 'bench', ?::date,
              array(select format('s:%s:o%s', q, (n / q + q * q) % 4) from generate_series(1, 6) q), 11
         from generate_series(?::int, ?::int) n`,
      [day, ...range],
    );
    await owner.raw(
      `insert into interaction_events (analysis_hash, day, event_id, type, variant_id, position, occurred_at)
       select sha256(n::text::bytea), ?::date, e, case e when 10 then 2 else 1 end, 'V' || (n * 7 + e * e) % 300, e % 10, now()
         from generate_series(?::int, ?::int) n, generate_series(0, 10) e`,
      [day, ...range],
    );
  }
  await owner.raw('analyze event_sessions, interaction_events');
  const delay = monitorEventLoopDelay({ resolution: 1 });
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  let heap = heapBefore;
  const sampling = setInterval(() => {
    heap = Math.max(heap, process.memoryUsage().heapUsed);
  }, 20);
  delay.enable();
  const startedAt = performance.now();
  await aggregateEvents({ db, clock, log });
  const ms = performance.now() - startedAt;
  delay.disable();
  clearInterval(sampling);
  return { sessions, events: sessions * 11, ms, heapGrowthBytes: heap - heapBefore, longestStallMs: delay.max / 1e6 };
}
