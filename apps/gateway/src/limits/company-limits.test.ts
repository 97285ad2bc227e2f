import {
  createClient,
  createGrpcServer,
  createLogger,
  type Handlers,
  newContext,
  runInContext,
  ServiceError,
  service,
} from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import { OrderServiceClient, OrderServiceService, RefusalKind } from '@svc/proto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Context } from '../context.js';
import { createCompanyLimit } from './company-limits.js';
import { createRateLimits } from './create-rate-limits.js';
import { POLICIES } from './rate-limits.js';

const log = createLogger({ name: 'test', level: 'silent' });
const ctx = { set: () => {} } as unknown as Context;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('what a company sends beyond its limit is counted for it, by kind, with one call in a while (docs/insight.md N2.10)', async () => {
  const countRefusal = vi.fn(async () => ({}));
  const limits = await createRateLimits({ log });
  const limit = createCompanyLimit({ clients: { orders: { countRefusal } }, limits }, 'companyOrders');
  for (let count = 0; count < POLICIES.companyOrders.requests; count += 1) await limit(ctx, 'loud', 'ORDER');
  for (const kind of ['ORDER', 'ORDER', 'REFUND'] as const) {
    await expect(limit(ctx, 'loud', kind)).rejects.toBeInstanceOf(ServiceError);
  }
  await limit(ctx, 'quiet', 'ORDER');
  expect(countRefusal).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  const refused = { companyId: 'loud', reason: 'RATE_LIMITED' };
  expect(countRefusal.mock.calls).toEqual([
    [{ ...refused, kind: RefusalKind.REFUSAL_KIND_ORDER, requests: 2 }],
    [{ ...refused, kind: RefusalKind.REFUSAL_KIND_REFUND, requests: 1 }],
  ]);
});

it('what was refused is counted after the deadline of the report, and when its page has gone (docs/insight.md N2.10)', async () => {
  vi.useRealTimers();
  const counted: unknown[] = [];
  const handlers: Pick<Handlers<typeof OrderServiceService>, 'countRefusal'> = {
    countRefusal: async ({ companyId, requests }) => {
      counted.push({ companyId, requests });
      return {};
    },
  };
  const server = createGrpcServer({ services: [service(OrderServiceService, handlers as never)], log });
  const orders = createClient(OrderServiceClient, await server.listen(inProcessHost(), 0));
  const limits = await createRateLimits({ log });
  const limit = createCompanyLimit({ clients: { orders }, limits }, 'companyOrders', 50);
  for (let count = 0; count < POLICIES.companyOrders.requests; count += 1) await limit(ctx, 'loud', 'ORDER');
  const leaving = new AbortController();
  const report = newContext({ deadline: Date.now() + 20, signal: leaving.signal });
  await expect(runInContext(report, () => limit(ctx, 'loud', 'ORDER'))).rejects.toBeInstanceOf(ServiceError);
  leaving.abort();
  await expect.poll(() => counted).toEqual([{ companyId: 'loud', requests: 1 }]);
  orders.close();
  await server.stop();
});
