import { isHandle } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Clients } from '../../clients.js';
import type { RouteContext } from '../../context.js';

export type CompanyDeps = { funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany'> };

/** The handle of the path. Fails with NOT_FOUND when it cannot be one. */
export function handleOf(ctx: RouteContext): string {
  const { handle } = ctx.params as { handle: string };
  if (!isHandle(handle)) throw new ServiceError('NOT_FOUND', 'No company with this handle.');
  return handle;
}

/** The company of the path. Fails with NOT_FOUND. */
export async function companyOf(deps: CompanyDeps, ctx: RouteContext) {
  return deps.funnelAdmin.getCompany({ handle: handleOf(ctx) });
}

/** The sub-domain of the path. Fails with NOT_FOUND when it cannot be one. */
export function subdomainOf(ctx: RouteContext): string {
  const { subdomain } = ctx.params as { subdomain: string };
  if (!isHandle(subdomain)) throw new ServiceError('NOT_FOUND', 'No funnel with this sub-domain.');
  return subdomain;
}
