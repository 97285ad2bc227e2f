import type { ErrorCode } from '@svc/kit';
import type { GatewayMiddleware } from '../context.js';
import type { CompanyDomains } from '../funnel-host/company-domains.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { admitted } from '../middleware/admitted.js';
import { apiKey } from '../middleware/api-key.js';
import { companyCors } from '../middleware/company-cors.js';
import { platformToken } from '../middleware/platform-token.js';
import { limitKey, limitSource, limitUnknownIds } from '../middleware/rate-limit.js';

/** Scopes of Company API Keys. */
export const SCOPES = ['funnel.read', 'analysis.create'] as const;

/**
 * Who may call a route. A scope: holders of a Company API Key with this scope, within the key's budget; the service behind the route
 * checks the key and the scope in the call that does the work, so that a revocation is immediate. `platformToken`: the platform's
 * administrator. `source`: every caller, within the budget of its address. `companyPages`: the same, and pages of the company's domains
 * may read the answer. `analysisId`: callers that know the id of an analysis, also within the budget of unknown ids. `none`: every caller.
 */
export type Permission = (typeof SCOPES)[number] | 'platformToken' | 'source' | 'companyPages' | 'analysisId' | 'none';

interface GuardDeps {
  limits: RateLimits | undefined;
  platformTokens: readonly string[];
  domains: CompanyDomains;
}

/** What guards the routes of one router, in order. Routes with a key share what they remember about keys. */
export function createGuards(deps: GuardDeps): (permission: Permission) => GatewayMiddleware[] {
  const keyed = [limitSource(deps.limits, 'keyed'), apiKey(deps.limits), limitKey(deps.limits)];
  const guards: Record<Permission, GatewayMiddleware[]> = {
    'funnel.read': keyed,
    'analysis.create': keyed,
    platformToken: [platformToken(deps.platformTokens, deps.limits)],
    source: [admitted(), limitSource(deps.limits)],
    companyPages: [companyCors(deps.domains), admitted(), limitSource(deps.limits)],
    analysisId: [admitted(), limitSource(deps.limits), limitUnknownIds(deps.limits)],
    none: [],
  };
  return (permission) => guards[permission];
}

const KEYED_ERRORS: readonly ErrorCode[] = ['UNAUTHORIZED', 'API_KEY_EXPIRED', 'RATE_LIMITED'];

/** Errors that follow from a permission. */
export const PERMISSION_ERRORS: Record<Permission, readonly ErrorCode[]> = {
  'funnel.read': KEYED_ERRORS,
  'analysis.create': KEYED_ERRORS,
  platformToken: ['UNAUTHORIZED', 'RATE_LIMITED'],
  source: ['RATE_LIMITED'],
  companyPages: ['RATE_LIMITED'],
  analysisId: ['RATE_LIMITED'],
  none: [],
};

/** The security requirement of the OpenAPI document: the scheme, and the scope as its role. */
export function toSecurity(permission: Permission): Record<string, string[]>[] {
  if (permission === 'funnel.read' || permission === 'analysis.create') return [{ companyApiKey: [permission] }];
  return permission === 'platformToken' ? [{ platformToken: [] }] : [];
}
