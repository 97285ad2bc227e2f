import { randomBytes } from 'node:crypto';

/** How a session token begins, so that nothing else is taken for one, and secret scanners find it. */
const PREFIX = 'svc_session_';
const SHAPE = /^svc_session_[A-Za-z0-9_-]{43}$/;

/** A token of 256 random bits. docs/identity.md I4.1. */
export const generateSessionToken = (): string => PREFIX + randomBytes(32).toString('base64url');

/** True for what can be a session token; anything else costs no database query. */
export const isWellFormedSessionToken = (value: string): boolean => SHAPE.test(value);
