import { ServiceError, sha256 } from '@svc/kit';
import type { Device, Actor as SessionActor } from '@svc/proto';
import { requireDashboardOrigin } from '../../access/dashboard-origin.js';
import { readCookie } from '../../access/read-actor.js';
import { writeSessionCookie } from '../../access/session-cookie.js';
import type { AuditNote } from '../../audit/record.js';
import type { RouteContext } from '../../context.js';
import type { PageAddress } from '../../hosts/funnel-host.js';
import { limitAttempts } from '../../middleware/rate-limit.js';
import { getBearerToken } from '../../parse/bearer.js';
import type { RouteDeps } from '../../route/deps.js';

/** What all routes of this folder share. They are on the dashboard host only. docs/identity.md. */
export const auth = { tag: 'Sign-in' } as const;

/** The session of a request that has passed `session` or `enrollment`. */
export function getSession(ctx: RouteContext): SessionActor {
  const { actor } = ctx.state;
  if (actor?.kind !== 'USER') throw new Error('This route is for signed-in users.');
  return actor.session;
}

/** Where the request came from, as lists of sessions show it. */
export const getDevice = (ctx: RouteContext): Device => ({
  userAgent: ctx.get('user-agent'),
  source: ctx.state.source,
});

/** SHA-256 of the token that the request carries, as bearer or as cookie. Fails with UNAUTHORIZED. */
export function getTokenHash(ctx: RouteContext, address: PageAddress): Buffer {
  const token = ctx.req.headers.authorization === undefined ? readCookie(ctx, address) : getBearerToken(ctx.req);
  if (token === undefined) throw new ServiceError('UNAUTHORIZED', 'There is no session; sign in first.');
  return sha256(token);
}

/** Links are opened by pages of the dashboard, so many times a minute from one source. */
export const admitLink =
  ({ limits, pageAddress }: Pick<RouteDeps, 'limits' | 'pageAddress'>) =>
  async ({ ctx }: { ctx: RouteContext }): Promise<void> => {
    requireDashboardOrigin(ctx, pageAddress);
    await limitAttempts(ctx, limits, 'signInSource', ctx.state.source);
  };

/** A session proves the password or a code so many times a minute. */
export const admitConfirmation =
  ({ limits }: Pick<RouteDeps, 'limits'>) =>
  ({ ctx }: { ctx: RouteContext }): Promise<void> =>
    limitAttempts(ctx, limits, 'confirmation', getSession(ctx).sessionId);

/** For the audit log: the user with this address. */
export const describeEmail =
  () =>
  ({ body: { email } }: { body: { email: string } }): AuditNote => ({
    subject: { $case: 'subjectEmail', value: email },
  });

/** For the audit log: the user of the session whose token the request carries. Fails with UNAUTHORIZED. */
export const describeSession =
  ({ pageAddress }: { pageAddress: PageAddress }) =>
  ({ ctx }: { ctx: RouteContext }): AuditNote => ({
    subject: { $case: 'subjectSessionHash', value: getTokenHash(ctx, pageAddress) },
  });

/**
 * How a new session reaches the caller: as a cookie, which only the dashboard's own pages may obtain, or as a token in the body.
 * docs/identity.md I4.2, I4.3.
 */
export function giveSession(
  ctx: RouteContext,
  address: PageAddress,
  session: { token: string; endTime?: Date | undefined },
  isBearer: boolean,
): { body: { token?: string; expiresAt?: string }; headers: Record<string, string> } {
  const endsAt = session.endTime ?? new Date(0);
  if (isBearer) return { body: { token: session.token, expiresAt: endsAt.toISOString() }, headers: {} };
  requireDashboardOrigin(ctx, address);
  return { body: {}, headers: { 'Set-Cookie': writeSessionCookie(address, session.token, endsAt) } };
}
