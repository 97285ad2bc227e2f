import type { ErrorCode } from '@svc/kit';
import type { GatewayMiddleware } from '../context.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { apiKey } from '../middleware/api-key.js';
import { platformToken } from '../middleware/platform-token.js';
import { limitKey, limitSource, limitUnknownIds } from '../middleware/rate-limit.js';

/**
 * Who may call a route. `companyApiKey`: whoever holds a Company API Key with the scope that the route's service asks for, within the
 * key's budget. `platformToken`: the platform's administrator. `source`: everybody, within the budget of their address. `analysisId`:
 * whoever knows the id of an analysis, also within the budget of unknown ids. `none`: everybody.
 */
export type Permission = 'companyApiKey' | 'platformToken' | 'source' | 'analysisId' | 'none';

/** What guards a route, in order. */
export function guards(
  permission: Permission,
  deps: { limits: RateLimits | undefined; platformToken: string },
): GatewayMiddleware[] {
  switch (permission) {
    case 'companyApiKey':
      return [limitSource(deps.limits, 'keyed'), apiKey(deps.limits), limitKey(deps.limits)];
    case 'platformToken':
      return [platformToken(deps.platformToken, deps.limits)];
    case 'source':
      return [limitSource(deps.limits)];
    case 'analysisId':
      return [limitSource(deps.limits), limitUnknownIds(deps.limits)];
    case 'none':
      return [];
  }
}

/** Errors that follow from a permission. */
export const PERMISSION_ERRORS: Record<Permission, readonly ErrorCode[]> = {
  companyApiKey: ['UNAUTHORIZED', 'API_KEY_EXPIRED', 'RATE_LIMITED'],
  platformToken: ['UNAUTHORIZED', 'RATE_LIMITED'],
  source: ['RATE_LIMITED'],
  analysisId: ['RATE_LIMITED'],
  none: [],
};

/** The security requirement of the OpenAPI document. */
export const securityOf = (permission: Permission): object[] =>
  permission === 'companyApiKey' || permission === 'platformToken' ? [{ [permission]: [] }] : [];
