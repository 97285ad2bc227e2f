import type { GatewayMiddleware } from '../context.js';

/** No guessing of content types; addresses, which may be capabilities, are not handed on. docs/reliability.md R3.3. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

export function securityHeaders(): GatewayMiddleware {
  return (ctx, next) => {
    ctx.set(SECURITY_HEADERS);
    return next();
  };
}
