import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDeliveries, type TestDeliveries } from '../testing/start-deliveries.js';
import { deleteOldDeliveries } from './delete-old-deliveries.js';

const DAY_MS = 86_400_000;
let all: TestDeliveries;
beforeAll(async () => {
  all = await startDeliveries();
});
afterAll(() => all.stop());

const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

async function delivery(createdDays: number, finishedDays: number | null): Promise<string> {
  const id = await all.submit({ body: '{"email":"x@x.example"}' });
  await all
    .db('deliveries')
    .where({ id })
    .update({
      created_at: ago(createdDays),
      state: finishedDays === null ? 'PENDING' : 'DELIVERED',
      finished_at: finishedDays === null ? null : ago(finishedDays),
    });
  await all.db('delivery_attempts').insert({
    delivery_id: id,
    number: 1,
    started_at: ago(finishedDays ?? 0),
    duration_ms: 1,
    url: 'https://merchant.example/',
    request_headers: '{}',
    response_body: 'echo',
  });
  return id;
}

describe('retention of deliveries (docs/webhooks.md "Retention")', () => {
  it('bodies and responses are deleted after 7 days, rows and attempts after 90 days; a pending delivery keeps its body', async () => {
    const fresh = await delivery(6, 6);
    const ended = await delivery(8, 8);
    const pending = await delivery(8, null);
    const old = await delivery(91, 89);
    await deleteOldDeliveries(all.db);
    expect(await all.row(fresh)).toMatchObject({ body: expect.any(String) });
    expect(await all.row(ended)).toMatchObject({ body: null, state: 'DELIVERED' });
    expect(await all.row(pending)).toMatchObject({ body: expect.any(String), state: 'PENDING' });
    expect(await all.row(old)).toEqual({});
    const attempts = await all.db('delivery_attempts').select('delivery_id', 'response_body');
    expect(Object.fromEntries(attempts.map((row) => [row.delivery_id, row.response_body]))).toEqual({
      [fresh]: 'echo',
      [ended]: null,
      [pending]: 'echo',
    });
  });
});
