import { randomBytes } from 'node:crypto';
import { sha256 } from '@svc/kit';

/** The token of a link, 256 random bits, and what is stored of it. */
export function createLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: sha256(token) };
}

/** A link of the dashboard. The token is in the fragment, which reaches no log, proxy or referrer. docs/identity.md I5.2. */
export const toLink = (dashboardOrigin: string, path: 'invite' | 'reset', token: string): string =>
  `${dashboardOrigin}/${path}#${token}`;
