import { runDetached } from '@svc/kit';
import { type RefusalKind, refusalKinds } from '@svc/proto';
import type { Clients } from '../clients.js';
import type { Context } from '../context.js';
import { limitAttempts } from '../middleware/rate-limit.js';
import type { RateLimits } from './rate-limits.js';

/** How long refused reports are collected before they are counted for their company, milliseconds. */
const COLLECT_MS = 10_000;

type CountingClients = { orders: Pick<Clients['orders'], 'countRefusal'> };
type Policy = 'companyVisits' | 'companyOrders';

/**
 * Limits what a company reports, whatever addresses it comes from, so that no company takes the time of others. What exceeds the limit is
 * counted for the company. docs/insight.md N2.10.
 * @returns counts a report of a company. It fails with RATE_LIMITED.
 */
export function createCompanyLimit(
  { clients, limits }: { clients: CountingClients; limits: RateLimits | undefined },
  policy: Policy,
  collectMs = COLLECT_MS,
) {
  const countRefused = collectRefusals(clients, collectMs);
  return async (ctx: Context, companyId: string, kind: ReturnType<typeof refusalKinds.toName>): Promise<void> => {
    try {
      await limitAttempts(ctx, limits, policy, companyId);
    } catch (error) {
      countRefused(companyId, refusalKinds.fromName(kind));
      throw error;
    }
  };
}

/** Refusals are many when they come, so they are counted together: one call for a company and kind in a while. */
function collectRefusals({ orders }: CountingClients, collectMs: number) {
  const collected = new Map<string, number>();
  return (companyId: string, kind: RefusalKind): void => {
    const key = `${kind} ${companyId}`;
    const known = collected.get(key);
    collected.set(key, (known ?? 0) + 1);
    if (known !== undefined) return;
    setTimeout(() => {
      const requests = collected.get(key) ?? 1;
      collected.delete(key);
      // The timer is set in the first of these requests, whose deadline has passed by now.
      runDetached(() => orders.countRefusal({ companyId, kind, reason: 'RATE_LIMITED', requests }))
        // Callers were answered; those that cannot be counted are missing in a figure.
        .catch(() => {});
    }, collectMs).unref();
  };
}
