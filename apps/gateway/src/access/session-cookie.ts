import type { IncomingMessage } from 'node:http';
import { isWellFormedSessionToken } from '@svc/kit';
import type { PageAddress } from '../hosts/funnel-host.js';

/** `__Host-` binds the cookie to https, to this host and to every path; http, which only this machine uses, cannot have it. */
const getCookieName = ({ scheme }: PageAddress): string => (scheme === 'https' ? '__Host-svc_session' : 'svc_session');

/**
 * The session token of the request's cookie. Undefined when there is none, when several have its name or when it cannot be one.
 * docs/identity.md I4.2.
 */
export function readSessionCookie({ headers }: IncomingMessage, address: PageAddress): string | undefined {
  const prefix = `${getCookieName(address)}=`;
  const values = (headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
  const [value] = values;
  return values.length === 1 && value !== undefined && isWellFormedSessionToken(value) ? value : undefined;
}

/** Value of `Set-Cookie`. @param endsAt - undefined: the cookie is deleted. */
export function writeSessionCookie(address: PageAddress, token: string, endsAt?: Date): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${address.scheme === 'https' ? '; Secure' : ''}`;
  return `${getCookieName(address)}=${token}; ${attributes}; Expires=${(endsAt ?? new Date(0)).toUTCString()}`;
}
