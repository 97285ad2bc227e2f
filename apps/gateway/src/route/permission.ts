import type { ErrorCode } from '@svc/kit';
import type { GatewayMiddleware } from '../context.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { apiKey } from '../middleware/api-key.js';
import { platformToken } from '../middleware/platform-token.js';
import { limitKey, limitSource } from '../middleware/rate-limit.js';

/**
 * Who may call a route. `companyApiKey`: whoever holds a Company API Key with the scope that the route's service asks for, within the
 * key's budget. `platformToken`: the platform's administrator. `source`: everybody, within the budget of their address. `none`:
 * everybody.
 */
export type Permission = 'companyApiKey' | 'platformToken' | 'source' | 'none';

/** What guards a route, in order. */
export function guards(
  permission: Permission,
  deps: { limits: RateLimits | undefined; platformToken: string },
): GatewayMiddleware[] {
  switch (permission) {
    case 'companyApiKey':
      return [apiKey(), limitKey(deps.limits)];
    case 'platformToken':
      return [platformToken(deps.platformToken)];
    case 'source':
      return [limitSource(deps.limits)];
    case 'none':
      return [];
  }
}

/** Errors that follow from a permission. */
export const PERMISSION_ERRORS: Record<Permission, readonly ErrorCode[]> = {
  companyApiKey: ['UNAUTHORIZED', 'API_KEY_EXPIRED', 'RATE_LIMITED'],
  platformToken: ['UNAUTHORIZED'],
  source: ['RATE_LIMITED'],
  none: [],
};

/** The security requirement of the OpenAPI document. */
export const securityOf = (permission: Permission): object[] =>
  permission === 'companyApiKey' || permission === 'platformToken' ? [{ [permission]: [] }] : [];
