import { ServiceError } from '@svc/kit';
import type { GatewayMiddleware } from '../context.js';
import { getHeaderValues } from '../parse/header-values.js';
import { parseHost } from '../parse/host.js';

const PROBES = new Set(['/healthz', '/readyz']);

/**
 * Decides which host a request is for, from its one Host header. Fails with INVALID_REQUEST for none or several of them
 * and for targets that are not a path (Node accepts both), with NOT_FOUND for a host that is not ours. Probes are
 * answered whatever the host is called. The demo shop is a host where the demo is. docs/contract.md C2; docs/reliability.md R7.5.
 */
export function hosts(baseName: string, options: { hasDemoShop: boolean }): GatewayMiddleware {
  return (ctx, next) => {
    const values = getHeaderValues(ctx.req, 'host');
    const isPath = ctx.req.url?.startsWith('/') === true;
    if (!isPath || values.length !== 1) {
      // A proxy may have read such a request differently; what follows on the connection must not be trusted.
      ctx.set('Connection', 'close');
      const message = isPath ? 'The request must have exactly one Host header.' : 'The request target must be a path.';
      throw new ServiceError('INVALID_REQUEST', message);
    }
    const host = parseHost(values[0] as string, baseName);
    const isServed = host !== undefined && (host.kind !== 'demoShop' || options.hasDemoShop);
    if (isServed) ctx.state.host = host;
    else if (PROBES.has(ctx.path)) ctx.state.host = { kind: 'api' };
    else throw new ServiceError('NOT_FOUND', 'No such host.');
    return next();
  };
}
