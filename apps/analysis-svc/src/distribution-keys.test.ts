import { findUndistributedStatements } from '@svc/kit/testing';
import { expect, it } from 'vitest';

/** Columns whose values name the shard of a row, once these tables are distributed. docs/adr/0069-analyses-and-events-in-buckets.md. */
const KEYS = {
  analyses: ['id'],
  idempotency_keys: ['key_hash'],
  deliveries: ['id', 'analysis_id'],
  delivery_attempts: ['delivery_id'],
};

/** What every shard would run: nothing that a shopper waits for. */
const ON_ALL_SHARDS = {
  'db/delete-by-retention.ts': 'a few times a day, each shard for itself',
  'db/delete-expired-keys.ts': 'once an hour, each shard for itself',
  'db/erase-analyses.ts': 'erasure by address; by id it would have a statement of its own',
  'db/find-by-hash.ts': 'erasures that are replayed after a restore',
  'db/is-sending-erased.ts': 'an erasure that waits for attempts',
  'db/list-analysis-facts.ts': 'reports that follow all analyses: a cursor for each shard',
  'db/list-matching-inputs.ts': 'a replay, which reads the newest analyses of a funnel',
  'delivery/db/count-failed-work.ts': 'a figure for administrators of the platform',
  'delivery/db/count-pending.ts': 'figures for operators and for a company',
  'delivery/db/list-deliveries.ts': 'a list for the dashboard',
  'delivery/db/list-stranded.ts': 'a check each minute',
  'delivery/db/redeliver.ts': 'what a merchant sends again: a span of time',
  'delivery/db/release-batch.ts': 'an endpoint that is enabled again',
  'delivery/jobs/delete-old-deliveries.ts': 'once an hour, each shard for itself',
};

it('every other statement names the shard, so that requests and deliveries stay on one', async () => {
  const found = await findUndistributedStatements(new URL('./', import.meta.url), KEYS);
  expect(found.filter(({ file }) => !(file in ON_ALL_SHARDS))).toEqual([]);
  // A file that no longer has such a statement must not be an exception.
  expect([...new Set(found.map(({ file }) => file))].sort()).toEqual(Object.keys(ON_ALL_SHARDS).sort());
});
