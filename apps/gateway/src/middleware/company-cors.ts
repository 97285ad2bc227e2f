import { isAllowedOrigin } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Context, GatewayMiddleware } from '../context.js';
import type { CompanyDomains } from '../hosts/company-domains.js';
import { OVERLOADED } from '../http/shed-load.js';

/**
 * CORS of a route that is open to the pages of the funnel's company only: a page on one of its domains may read
 * the answer, errors included. No cookies, no keys. Same-origin calls need no permission. docs/contract.md C14.
 */
export function companyCors(domains: CompanyDomains): GatewayMiddleware {
  return async (ctx, next) => {
    ctx.vary('Origin');
    try {
      await next();
    } catch (error) {
      await allow(ctx, domains, error);
      throw error;
    }
    await allow(ctx, domains);
  };
}

/** Failures after which funnel-svc is not called: there is no such host, the source exceeds its budget, or the system is overloaded. */
const callsNothing = (failure: unknown): boolean =>
  failure === OVERLOADED || (failure instanceof ServiceError && ['NOT_FOUND', 'RATE_LIMITED'].includes(failure.code));

async function allow(ctx: Context, domains: CompanyDomains, failure?: unknown): Promise<void> {
  const origin = ctx.get('Origin');
  if (origin === '' || origin.replace(/^https?:\/\//, '') === ctx.get('Host').toLowerCase()) return;
  const { host } = ctx.state;
  // If the domains cannot be loaded, the answer is sent nevertheless: what it reports has happened.
  const names = callsNothing(failure)
    ? domains.getLoaded(host)
    : await domains.load(host).catch(() => domains.getLoaded(host));
  if (!isAllowedOrigin(origin, names)) return;
  ctx.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Idempotent-Replayed, Retry-After, X-Request-Id',
  });
}
