import { createLogger, ServiceError } from '@svc/kit';
import { RefusalKind } from '@svc/proto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Context } from '../context.js';
import { createCompanyLimit } from './company-limits.js';
import { createRateLimits } from './create-rate-limits.js';
import { POLICIES } from './rate-limits.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('what a company sends beyond its limit is counted for it, by kind, with one call in a while (docs/insight.md N2.10)', async () => {
  const countRefusal = vi.fn(async () => ({}));
  const limits = await createRateLimits({ log: createLogger({ name: 'test', level: 'silent' }) });
  const limit = createCompanyLimit({ clients: { orders: { countRefusal } }, limits }, 'companyOrders');
  const ctx = { set: () => {} } as unknown as Context;
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
