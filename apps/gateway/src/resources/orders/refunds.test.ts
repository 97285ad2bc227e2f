import type { RecordRefundRequest } from '@svc/proto';
import { afterEach, describe, expect, it } from 'vitest';
import { createdAt, createOrderIntake, KEY, ORIGIN, order } from '../../testing/order-intake.js';

const intake = createOrderIntake();
const { start, post, verified } = intake;
afterEach(intake.stop);

describe('POST /api/v1/refunds', () => {
  const refund = {
    refundId: 'R1',
    orderId: '4711',
    createdAt: order.createdAt,
    lines: [{ lineId: '1', amount: '29.90' }],
  };

  it('passes the refund on, and says whether it waits for its order', async () => {
    await start();
    const { status, json } = await verified(refund, '/api/v1/refunds');
    expect([status, json]).toEqual([202, { refundId: 'R1', waiting: true }]);
    expect((intake.gateway.services.calls.recordRefund as RecordRefundRequest[])[0]).toMatchObject({
      companyId: 'company-1',
      refund: { refundId: 'R1', orderId: '4711', createTime: createdAt, lines: refund.lines },
    });
  });

  it('takes 16 KiB and no byte more (N5.3)', async () => {
    await start();
    const text = JSON.stringify(refund);
    const ask = (length: number) =>
      intake.gateway.ask('/api/v1/refunds', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: KEY },
        body: text + ' '.repeat(length - text.length),
      });
    expect((await ask(16_384)).status).toBe(202);
    expect((await ask(16_385)).status).toBe(413);
  });

  it('needs a key: pages cannot report refunds', async () => {
    await start();
    expect((await post('/api/v1/refunds', refund, { headers: { origin: ORIGIN } })).status).toBe(401);
  });

  it.each([
    ['lines/0/amount', { lines: [{ lineId: '1', amount: '-1' }] }],
    ['lines', { lines: [] }],
    ['orderId', { orderId: 7 }],
  ])('refuses a wrong %s', async (path, change) => {
    await start();
    const { status, json } = await verified({ ...refund, ...change }, '/api/v1/refunds');
    expect([status, json.details]).toEqual([400, [{ path: `/${path}`, message: expect.stringContaining('must') }]]);
  });
});
