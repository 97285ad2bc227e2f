import { companyNotFound, ServiceError } from '@svc/kit';
import { roles, type Actor as SessionActor } from '@svc/proto';
import type { AuditLog } from '../audit/audit-log.js';
import type { GatewayMiddleware, RouteContext } from '../context.js';
import { type Actor, getManagementTokenId } from './actor.js';
import {
  describeGrant,
  hasPermission,
  type ManagementPermission,
  needsFreshSignIn,
  needsPerson,
} from './permissions.js';
import { type ActorDeps, createActorReader } from './read-actor.js';

interface Deps extends ActorDeps {
  /** Remembers the ids of companies, which never change: a session costs a request one call, that to identity-svc. */
  audit: Pick<AuditLog, 'findCompanyId'>;
}

/** A session that may do everything its user may, or also one that may only set up a second factor. */
export type SessionNeed = 'session' | 'enrollment';

const READS = new Set(['GET', 'HEAD']);

/**
 * Guards a management route. The platform token passes without a call. A session is checked in this order: enrollment of the second
 * factor, membership (404, as for a company that does not exist), permission (403), fresh sign-in (401). docs/identity.md I9.
 */
export function authorize(deps: Deps): (permission: ManagementPermission) => GatewayMiddleware {
  const readActor = createActorReader(deps);
  return (permission) => async (ctx, next) => {
    const actor = await readActor(ctx);
    ctx.state.actor = actor;
    if (actor.kind === 'USER') {
      requireEnrollment(actor.session);
      await requirePermission(deps, ctx as RouteContext, actor.session, permission);
      if (!READS.has(ctx.method) && needsFreshSignIn(permission)) requireFresh(actor, permission);
    }
    return next();
  };
}

/** Fails with UNAUTHORIZED for the platform token, which is no user, and for a management token, which is no session. */
export function requireUserSession(actor: Actor): Actor & { kind: 'USER' } {
  if (actor.kind === 'USER' && getManagementTokenId(actor) === undefined) return actor;
  throw new ServiceError('UNAUTHORIZED', 'This route requires the session of a user.');
}

/** Guards a route for signed-in users. */
export function requireSession(deps: Deps): (need: SessionNeed) => GatewayMiddleware {
  const readActor = createActorReader(deps);
  return (need) => async (ctx, next) => {
    const actor = await readActor(ctx);
    const user = requireUserSession(actor);
    ctx.state.actor = user;
    if (need === 'session') requireEnrollment(user.session);
    return next();
  };
}

function requireFresh(actor: Actor, permission: ManagementPermission): void {
  if (getManagementTokenId(actor) === undefined) requireFreshSignIn(actor);
  else if (needsPerson(permission)) throw tokenRefused();
}

const tokenRefused = () =>
  new ServiceError(
    'FORBIDDEN',
    'A management token must not be used for this action; sign in to the dashboard instead.',
  );

/** Fails with FORBIDDEN for a management token, and with REAUTHENTICATION_REQUIRED ten minutes after a password or code was verified. The platform token is always fresh. */
export function requireFreshSignIn(actor: Actor): void {
  if (actor.kind !== 'USER') return;
  if (getManagementTokenId(actor) !== undefined) throw tokenRefused();
  const freshUntil = actor.session.freshUntilTime?.getTime() ?? 0;
  if (freshUntil > Date.now()) return;
  throw new ServiceError(
    'REAUTHENTICATION_REQUIRED',
    'This action requires a fresh sign-in: confirm the password or a code with POST /auth/reauthenticate, then repeat the request.',
  );
}

function requireEnrollment({ mustEnroll }: SessionActor): void {
  if (!mustEnroll) return;
  const message = 'A company of this account requires a second factor; set up an authenticator app first.';
  throw new ServiceError('FORBIDDEN', message, { details: [{ path: '/twoFactor', message }] });
}

async function requirePermission(
  { audit }: Deps,
  ctx: RouteContext,
  session: SessionActor,
  permission: ManagementPermission,
): Promise<void> {
  if (session.platformAdmin) return;
  const { handle } = ctx.params as { handle?: string };
  if (handle !== undefined) {
    const membership = await findMembership(audit, session, handle);
    if (hasPermission(permission, roles.toName(membership.role), membership.policy)) return;
  }
  throw new ServiceError('FORBIDDEN', `This action requires ${describeGrant(permission)}.`);
}

/** A company that does not exist and one of which the user is no member have the same answer, byte for byte. */
async function findMembership(audit: Deps['audit'], session: SessionActor, handle: string) {
  const companyId = await audit.findCompanyId(handle);
  const membership = session.memberships.find((one) => one.companyId === companyId);
  if (!membership?.policy) throw companyNotFound();
  return { role: membership.role, policy: membership.policy };
}
