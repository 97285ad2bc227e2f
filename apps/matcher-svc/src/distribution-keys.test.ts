import { findUndistributedStatements } from '@svc/kit/testing';
import { expect, it } from 'vitest';

/** The column whose value names the shard of a row, once these tables are distributed. docs/adr/0069-analyses-and-events-in-buckets.md. */
const KEYS = { interaction_events: ['analysis_hash'], event_sessions: ['analysis_hash'] };

/** What every shard would run: nothing that a shopper waits for. */
const ON_ALL_SHARDS = {
  'db/events/expire-events.ts': 'old sessions, each shard for itself',
  'db/events/list-changed-sessions.ts': 'reports that follow all sessions: a cursor for each shard',
  'db/events/read-sessions.ts': 'the aggregation of a day',
  'db/events/stale-days.ts': 'the follower of changed sessions',
};

it('every other statement on events names the shard', async () => {
  const found = await findUndistributedStatements(new URL('./', import.meta.url), KEYS);
  expect(found.filter(({ file }) => !(file in ON_ALL_SHARDS))).toEqual([]);
  // A file that no longer has such a statement must not be an exception.
  expect([...new Set(found.map(({ file }) => file))].sort()).toEqual(Object.keys(ON_ALL_SHARDS).sort());
});
