import type { IncomingMessage } from 'node:http';
import { generateSessionToken } from '@svc/kit';
import { expect, it } from 'vitest';
import { readSessionCookie, writeSessionCookie } from './session-cookie.js';

const END = new Date('2026-12-01T00:00:00Z');

it.each([
  ['https', '__Host-svc_session', '; Secure'],
  ['http', 'svc_session', ''],
] as const)(
  'on %s the cookie is %s, for the whole host and without a domain (docs/identity.md I4.2)',
  (scheme, name, secure) => {
    const address = { scheme, baseDomain: 'svc.test' };
    const token = generateSessionToken();
    const attributes = `Path=/; HttpOnly; SameSite=Strict${secure}; Expires=${END.toUTCString()}`;
    expect(writeSessionCookie(address, token, END)).toBe(`${name}=${token}; ${attributes}`);
    const read = (cookie: string) => readSessionCookie({ headers: { cookie } } as IncomingMessage, address);
    expect(read(`theme=dark; ${name}=${token}`)).toBe(token);
    const other = scheme === 'https' ? 'svc_session' : '__Host-svc_session';
    expect(read(`${other}=${token}`)).toBeUndefined();
  },
);
