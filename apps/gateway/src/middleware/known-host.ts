import { ServiceError } from '@svc/kit';
import type { GatewayMiddleware } from '../context.js';
import type { CompanyDomains } from '../hosts/company-domains.js';

/**
 * Fails with NOT_FOUND on a host that no funnel has, for routes that do not need the funnel itself. If funnel-svc does not answer, the
 * request continues: what it asks for is known by an id of its own. docs/contract.md C2.4.
 */
export function knownHost(domains: CompanyDomains): GatewayMiddleware {
  return async (ctx, next) => {
    const { host } = ctx.state;
    if (host.kind === 'funnel') {
      await domains.load(host).catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'NOT_FOUND') throw error;
      });
    }
    return next();
  };
}
