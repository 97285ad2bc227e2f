import { countWaiting } from '@svc/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redeliver } from '../db/redeliver.js';
import { SECRET, startDeliveries, type TestDeliveries } from '../testing/start-deliveries.js';
import { startWebhookServer } from '../testing/webhook-server.js';
import { deleteOldDeliveries } from './delete-old-deliveries.js';
import { addDeliveryJob } from './delivery-job.js';

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

  it('a delivery that is sent again while old bodies are deleted is delivered', async () => {
    const endpoint = await startWebhookServer();
    all.targets.set('company-1', { webhook: { url: endpoint.url, secret: SECRET }, crm: null });
    const [again, other] = [await delivery(8, 8), await delivery(8, 8)];
    await all.db('jobs').delete();
    const [redelivering, reading] = [await all.db.transaction(), await all.db.transaction()];
    await redeliver(redelivering, 'company-1', again);
    await addDeliveryJob(redelivering, { id: again, companyId: 'company-1', target: 'webhook' });
    await reading('deliveries').where({ id: other }).forUpdate();
    const deleting = deleteOldDeliveries(all.db);
    await expect.poll(() => countWaiting(all.db)).toBe(1);
    // The deletion continues with the other delivery and waits there.
    await redelivering.commit();
    const sender = await all.start();
    await expect.poll(async () => endpoint.received.length > 0 || (await countWaiting(all.db)) > 1).toBe(true);
    await reading.commit();
    await deleting;
    await expect.poll(() => all.row(again)).toMatchObject({ state: 'DELIVERED' });
    expect(await all.row(other)).toMatchObject({ body: null });
    // It would try the deliveries of the other tests.
    await sender.stop();
    await endpoint.close();
  });

  it('a held delivery keeps its body as long as its analysis is kept', async () => {
    const hold = async (createdDays: number, hasAnalysis: boolean) => {
      const id = await delivery(createdDays, null);
      await all.db('deliveries').where({ id }).update({ next_attempt_at: null });
      const { analysis_id: analysisId } = await all.row(id);
      if (hasAnalysis) {
        await all.db('analyses').insert({
          id: analysisId,
          company_id: 'company-1',
          funnel_id: 'f',
          version_id: 'v',
          is_preview: false,
          answers: '{}',
          selfie_sent: false,
        });
      }
      return id;
    };
    const [kept, gone] = [await hold(31, true), await hold(31, false)];
    await deleteOldDeliveries(all.db);
    expect(await all.row(kept)).toMatchObject({ state: 'PENDING', body: expect.any(String) });
    expect(await all.row(gone)).toMatchObject({ state: 'PENDING', body: null });
  });
});
