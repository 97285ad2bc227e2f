import { KEY_SCOPES, type KeyScope } from '@svc/domain';
import type { ErrorCode } from '@svc/kit';
import type { Next } from 'koa';
import { authorize, requireSession } from '../access/authorize.js';
import { type ManagementPermission, needsFreshSignIn } from '../access/permissions.js';
import type { AuditLog } from '../audit/audit-log.js';
import type { Clients } from '../clients.js';
import type { Context, GatewayMiddleware } from '../context.js';
import type { CompanyDomains } from '../hosts/company-domains.js';
import type { PageAddress } from '../hosts/funnel-host.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { admitted } from '../middleware/admitted.js';
import { apiKey } from '../middleware/api-key.js';
import { companyCors } from '../middleware/company-cors.js';
import { limitKey, limitSource, limitUnknownIds } from '../middleware/rate-limit.js';

/**
 * Who may call a route. A scope: holders of a Company API Key with this scope, within the key's budget; the service behind the route
 * checks the key and the scope in the call that does the work, so that a revocation is immediate. `manage:…`: the platform token, and
 * sessions and management tokens whose role in the company has this permission. `session`: signed-in users; `enrollment`: also those who must set up a second
 * factor first. `signIn`: callers that have no session yet, within budgets of the handler. `source`: every caller, within the budget of
 * its address. `companyPages`: the same, and pages of the company's domains may read the answer. `analysisId`: callers that know the id of
 * an analysis, also within the budget of unknown ids. `order`: holders of a key with the scope `order.write` if the request has
 * `Authorization`, otherwise every caller within the budget of its address. `none`: every caller.
 */
export type Permission =
  | KeyScope
  | `manage:${ManagementPermission}`
  | 'session'
  | 'enrollment'
  | 'signIn'
  | 'source'
  | 'companyPages'
  | 'analysisId'
  | 'order'
  | 'none';

type OtherPermission = Exclude<Permission, `manage:${ManagementPermission}`>;

/** The permission of the matrix that a route requires; undefined for routes outside of management. */
export const getManagementPermission = (permission: Permission): ManagementPermission | undefined =>
  isManagement(permission) ? (permission.slice('manage:'.length) as ManagementPermission) : undefined;

const isManagement = (permission: Permission): permission is `manage:${ManagementPermission}` =>
  permission.startsWith('manage:');

interface GuardDeps {
  clients: Pick<Clients, 'sessions'>;
  audit: Pick<AuditLog, 'findCompanyId'>;
  limits: RateLimits | undefined;
  platformTokens: readonly string[];
  pageAddress: PageAddress;
  domains: CompanyDomains;
}

/** What guards the routes of one router, in order. Routes with a key share what they remember about keys. */
export function createGuards(deps: GuardDeps): (permission: Permission) => GatewayMiddleware[] {
  const keyed = [limitSource(deps.limits, 'keyed'), apiKey(deps.limits), limitKey(deps.limits)];
  const manage = authorize(deps);
  const session = requireSession(deps);
  const guards: Record<OtherPermission, GatewayMiddleware[]> = {
    'funnel.read': keyed,
    'analysis.create': keyed,
    'order.write': keyed,
    session: [session('session')],
    enrollment: [session('enrollment')],
    signIn: [limitSource(deps.limits)],
    source: [admitted(), limitSource(deps.limits)],
    companyPages: [companyCors(deps.domains), admitted(), limitSource(deps.limits)],
    analysisId: [admitted(), limitSource(deps.limits), limitUnknownIds(deps.limits)],
    order: [either((ctx) => ctx.get('Authorization') !== '', keyed, [admitted(), limitSource(deps.limits)])],
    none: [],
  };
  return (permission) => {
    const required = getManagementPermission(permission);
    return required === undefined ? guards[permission as OtherPermission] : [manage(required)];
  };
}

/** Runs one list of middleware or the other. */
const either =
  (
    isFirst: (ctx: Context) => boolean,
    first: readonly GatewayMiddleware[],
    second: readonly GatewayMiddleware[],
  ): GatewayMiddleware =>
  (ctx, next) =>
    (isFirst(ctx) ? first : second).reduceRight<() => Promise<unknown>>(
      (rest, middleware) => async () => middleware(ctx, rest as Next),
      next,
    )();

const KEYED_ERRORS: readonly ErrorCode[] = ['UNAUTHORIZED', 'API_KEY_EXPIRED', 'RATE_LIMITED'];

const MANAGEMENT_ERRORS: readonly ErrorCode[] = ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'];

const OTHER_ERRORS: Record<OtherPermission, readonly ErrorCode[]> = {
  'funnel.read': KEYED_ERRORS,
  'analysis.create': KEYED_ERRORS,
  'order.write': KEYED_ERRORS,
  session: MANAGEMENT_ERRORS,
  enrollment: ['UNAUTHORIZED', 'RATE_LIMITED'],
  signIn: ['UNAUTHORIZED', 'RATE_LIMITED'],
  source: ['RATE_LIMITED'],
  companyPages: ['RATE_LIMITED'],
  analysisId: ['RATE_LIMITED'],
  order: KEYED_ERRORS,
  none: [],
};

/** Errors that follow from a permission. */
export function getPermissionErrors(permission: Permission, method: string): readonly ErrorCode[] {
  const required = getManagementPermission(permission);
  if (required === undefined) return OTHER_ERRORS[permission as OtherPermission];
  const isFresh = needsFreshSignIn(required) && method !== 'GET';
  return isFresh ? [...MANAGEMENT_ERRORS, 'REAUTHENTICATION_REQUIRED'] : MANAGEMENT_ERRORS;
}

const SESSION: Record<string, string[]>[] = [{ session: [] }, { sessionCookie: [] }];

/** The security requirements of the OpenAPI document, any of which is enough: the scheme, and the scope as its role. */
export function toSecurity(permission: Permission): Record<string, string[]>[] {
  if (permission === 'order') return [{ companyApiKey: ['order.write'] }, {}];
  if (KEY_SCOPES.some((scope) => scope === permission)) return [{ companyApiKey: [permission] }];
  if (permission === 'session' || permission === 'enrollment') return SESSION;
  return isManagement(permission) ? [{ platformToken: [] }, { managementToken: [] }, ...SESSION] : [];
}
