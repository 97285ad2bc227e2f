import { isWellFormedManagementToken, isWellFormedSessionToken, ServiceError, sha256 } from '@svc/kit';
import type { Actor as SessionActor } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../clients.js';
import type { Context } from '../context.js';
import type { PageAddress } from '../hosts/funnel-host.js';
import type { RateLimits } from '../limits/rate-limits.js';
import { createTokenCheck } from '../middleware/platform-token.js';
import { limitFailures } from '../middleware/rate-limit.js';
import { getBearerToken } from '../parse/bearer.js';
import type { Actor } from './actor.js';
import { requireDashboardOrigin } from './dashboard-origin.js';
import { renewToken } from './renew-token.js';
import { readSessionCookie } from './session-cookie.js';

export interface ActorDeps {
  clients: Pick<Clients, 'sessions'>;
  limits: RateLimits | undefined;
  platformTokens: readonly string[];
  pageAddress: PageAddress;
}

const READS = new Set(['GET', 'HEAD']);

/**
 * Finds out whose credential a request carries: the platform token, a session token or a management token as bearer, or on the
 * dashboard host a session cookie. An Authorization header counts alone. Sessions are looked up on every request, so that a revocation is immediate; the
 * platform token is compared here, also while identity-svc is down. Fails with UNAUTHORIZED.
 *
 * A source that has sent too many wrong tokens is refused without a comparison, or it could continue to guess.
 * docs/management.md "Authentication"; ADR 34, ADR 70.
 */
export function createActorReader(deps: ActorDeps): (ctx: Context) => Promise<Actor> {
  const hasPlatformToken = createTokenCheck(deps.platformTokens);
  return async (ctx) => {
    if (ctx.req.headers.authorization === undefined) {
      const token = readCookie(ctx, deps.pageAddress);
      if (token !== undefined) return { kind: 'USER', session: await authenticate(deps, ctx, token) };
    }
    let actor: Actor | undefined;
    await limitFailures(ctx, deps.limits, { policy: 'platform', isRefusedEarly: true }, async () => {
      actor = hasPlatformToken(ctx.req) ? { kind: 'PLATFORM_TOKEN' } : await readSession(deps, ctx);
    });
    return actor as Actor;
  };
}

/** The session token of the cookie, which only the dashboard host accepts, with a change from the dashboard's own pages. */
export function readCookie(ctx: Context, address: PageAddress): string | undefined {
  if (ctx.state.host.kind !== 'dashboard') return undefined;
  const token = readSessionCookie(ctx.req, address);
  if (token !== undefined && !READS.has(ctx.method)) requireDashboardOrigin(ctx, address);
  return token;
}

async function readSession(deps: ActorDeps, ctx: Context): Promise<Actor> {
  const token = getBearerToken(ctx.req);
  if (token !== undefined && isWellFormedSessionToken(token)) {
    return { kind: 'USER', session: await authenticate(deps, ctx, token) };
  }
  if (token !== undefined && isWellFormedManagementToken(token)) {
    return { kind: 'USER', session: await authenticate(deps, ctx, token, true) };
  }
  throw new ServiceError(
    'UNAUTHORIZED',
    'The request must have the platform token, a management token or a session: Authorization: Bearer <TOKEN>, or the cookie of the dashboard.',
  );
}

/** @throws ServiceError UNAUTHORIZED, also while the second factor of the sign-in is missing. */
async function authenticate(
  deps: ActorDeps,
  ctx: Context,
  token: string,
  isManagementToken = false,
): Promise<SessionActor> {
  const tokenHash = sha256(token);
  const { actor } = await deps.clients.sessions.authenticate(
    { tokenHash, isManagementToken },
    { timeoutMs: TIMEOUT_MS.session },
  );
  if (!actor || actor.awaitsSecondFactor) {
    throw new ServiceError('UNAUTHORIZED', 'The sign-in is not complete; send the second factor.');
  }
  if (actor.mustRenew) await renewToken(deps, ctx, tokenHash);
  return actor;
}
