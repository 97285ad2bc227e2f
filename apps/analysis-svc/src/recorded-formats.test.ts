import { formatListCursor, parseListCursor } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { formatCursor, parseCursor } from './delivery/delivery-cursor.js';
import { deliveryJob, readDeliveryPayload } from './delivery/jobs/delivery-job.js';
import { readReleasePayload, releaseJob } from './delivery/jobs/release-task.js';

/**
 * What releases leave for each other: jobs in the database, positions that followers and clients keep. During an upgrade each reads what
 * the other wrote. A format that changes gets a second recorded value here; the first stays readable, and is written, for one more
 * release. docs/operations.md "Rules for migrations", rule 3.
 */
describe('formats of this release and the one before', () => {
  it('the job of a delivery', () => {
    const recorded = { deliveryId: 'msg_1' };
    const job = deliveryJob({ id: 'msg_1', companyId: 'c1', target: 'webhook' });
    expect(job).toEqual({
      task: 'deliver',
      key: 'msg_1',
      payload: recorded,
      lane: { name: 'c1:webhook', width: 2 },
    });
    expect(readDeliveryPayload(recorded)).toEqual({ deliveryId: 'msg_1', failures: 0 });
  });

  it('the job of a delivery that failed on our side', () => {
    const recorded = { deliveryId: 'msg_1', failures: 3 };
    expect(deliveryJob({ id: 'msg_1', companyId: 'c1', target: 'webhook' }, undefined, 3).payload).toEqual(recorded);
    expect(readDeliveryPayload(recorded)).toEqual(recorded);
  });

  it('the job that releases held deliveries', () => {
    const recorded = { companyId: 'c1', target: 'crm' };
    expect(releaseJob({ companyId: 'c1', target: 'crm' })).toEqual({
      task: 'release-deliveries',
      key: 'c1:crm',
      payload: recorded,
    });
    expect(readReleasePayload(recorded)).toEqual(recorded);
  });

  it('the cursor of a list of deliveries', () => {
    const recorded = 'MTc2Mzg1NjAwMDAwMDAwMC5tc2dfMQ';
    expect(formatCursor({ createdAtUs: '1763856000000000', id: 'msg_1' })).toBe(recorded);
    expect(parseCursor(recorded)).toEqual({ createdAtUs: '1763856000000000', id: 'msg_1' });
  });

  it.each([
    ['between two passes', { from: '771' }, '771'],
    ['within a pass', { from: '771', after: { xid: '775', key: 'ab'.repeat(32) } }, `771-775-${'ab'.repeat(32)}`],
  ])('the position of a follower of erasures %s', (_, position, recorded) => {
    expect(formatListCursor(position)).toBe(recorded);
    expect(parseListCursor(recorded, 'sha256')).toEqual(position);
  });
});
