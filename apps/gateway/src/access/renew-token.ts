import { type Clients, TIMEOUT_MS } from '../clients.js';
import type { Context } from '../context.js';
import type { PageAddress } from '../hosts/funnel-host.js';
import { writeSessionCookie } from './session-cookie.js';

/** Where a program finds the new token of its session. */
const HEADER = 'Session-Token';

/**
 * Gives the caller a new token, after a change of what its user may do: as the cookie, or as a header where it sent the token as bearer.
 * Where that fails, the request continues under the token that it has, and the next one tries again. docs/identity.md I4.6.
 */
export async function renewToken(
  { clients, pageAddress }: { clients: Pick<Clients, 'sessions'>; pageAddress: PageAddress },
  ctx: Context,
  tokenHash: Buffer,
): Promise<void> {
  const renewed = await clients.sessions
    .renewSession({ tokenHash }, { timeoutMs: TIMEOUT_MS.session })
    .catch(() => undefined);
  if (!renewed?.token) return;
  const isBearer = ctx.req.headers.authorization !== undefined;
  if (isBearer) ctx.set(HEADER, renewed.token);
  else ctx.set('Set-Cookie', writeSessionCookie(pageAddress, renewed.token, renewed.endTime));
}
