import { randomId } from '@svc/kit';
import { connectOwner } from '@svc/kit/testing';

const CALLERS = 64;

/** Bare inserts a second of a row like that of a visit, each in a statement and a transaction of its own, by 64 callers over 10 connections. */
export async function measureBareInserts({ databaseUrl, seconds }: { databaseUrl: string; seconds: number }) {
  const owner = connectOwner(databaseUrl, 'insight');
  try {
    await owner.raw('create table if not exists bare_visits (id text primary key, at timestamptz, events jsonb)');
    const events = JSON.stringify([
      [0, 1, 1, 800],
      [1, 2, 1, 4_200],
    ]);
    const startedAt = performance.now();
    const until = startedAt + seconds * 1_000;
    let count = 0;
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (performance.now() < until) {
          await owner.raw('insert into bare_visits values (?, now(), ?)', [randomId(), events]);
          count += 1;
        }
      }),
    );
    return (count / (performance.now() - startedAt)) * 1_000;
  } finally {
    await owner.destroy();
  }
}
