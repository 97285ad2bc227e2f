import { randomBytes } from 'node:crypto';

/** How a management token begins, so that nothing else is taken for one, and secret scanners find it. */
const PREFIX = 'svc_manage_';
const SHAPE = /^svc_manage_[A-Za-z0-9_-]{43}$/;

/** A token of 256 random bits. docs/identity.md I12.1. */
export const generateManagementToken = (): string => PREFIX + randomBytes(32).toString('base64url');

/** True for what can be a management token; anything else costs no database query. */
export const isWellFormedManagementToken = (value: string): boolean => SHAPE.test(value);
