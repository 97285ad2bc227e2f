import { afterEach, describe, expect, it } from 'vitest';
import { testLogger } from '../testing/test-database.js';
import type { Periodic } from '../util/periodic.js';
import { watchDatabase } from './database-health.js';

let watching: Periodic | undefined;
afterEach(() => watching?.stop());

/** Pings a database that does what the list says, then the last of it for ever. */
async function told(pings: (Error | null)[]): Promise<boolean[]> {
  const changes: boolean[] = [];
  let asked = 0;
  watching = watchDatabase({
    log: testLogger(),
    everyMs: 1,
    onChange: (isThere) => changes.push(isThere),
    database: {
      async ping() {
        const outcome = pings[Math.min(asked, pings.length - 1)];
        asked += 1;
        if (outcome) throw outcome;
      },
    },
  });
  await expect.poll(() => asked).toBeGreaterThan(pings.length + 2);
  return changes;
}

const GONE = new Error('connect ECONNREFUSED');
const BUSY = Object.assign(new Error('pool is full'), { name: 'KnexTimeoutError' });

describe('the health of a database (contract, "Environment": /readyz)', () => {
  it('one that is there is not talked about', async () => {
    expect(await told([null])).toEqual([]);
  });

  it('one that is gone is told once, and once when it is back', async () => {
    expect(await told([null, GONE, GONE, GONE, GONE, null])).toEqual([false, true]);
    await watching?.stop();
    expect(await told([GONE])).toEqual([false]);
  });

  it('a single broken connection is no outage', async () => {
    expect(await told([null, GONE, null, GONE, null])).toEqual([]);
  });

  it('a database whose connections are all in use is there: a service that is busy stays in use', async () => {
    expect(await told([null, BUSY, BUSY, BUSY, null])).toEqual([]);
  });
});
