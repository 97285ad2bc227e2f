const OPEN_PATH = /^\/api\/(?:components|results)\//;
const SCRIPT_PATH = /^\/(?:components\.js$|v\/)/;
const MATCHES = /^\/api\/v1\/analyses\/[^/]+\/matches$/;

/** No guessing of content types; addresses, which may be capabilities, are not passed on. docs/reliability.md R3.3. */
const SECURITY = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The public route: the same bytes for every origin, no credentials. docs/contract.md C11. */
const MATCH = {
  ...SECURITY,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Retry-After, X-Request-Id',
} as const;

const KEYED = {
  ...SECURITY,
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id, Idempotent-Replayed, RateLimit, RateLimit-Policy',
} as const;

/** What browser components read on shop pages: no credentials, any origin. docs/components.md. */
const OPEN = {
  ...SECURITY,
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
} as const;

/** Conversations: as above, and in no search engine, errors and preflights included. docs/chat.md T7.6. */
const CHAT = { ...OPEN, 'X-Robots-Tag': 'noindex' } as const;

/** Scripts that pages of every origin load, also those that embed with CORP or SRI. docs/components.md B1. */
const SCRIPT = {
  ...SECURITY,
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

const PRIVATE = { ...SECURITY, 'Cache-Control': 'no-store' } as const;

/**
 * Headers of every response for a path, errors included: security, CORS and caching. Matches are open to every origin; keyed and
 * management answers are never stored. `Vary: Origin` is never sent, or every shop would get its own CDN entry.
 * @param path - undefined: the host is not known yet.
 */
export function getCommonHeaders(path?: string): Readonly<Record<string, string>> {
  if (path === undefined) return SECURITY;
  if (MATCHES.test(path)) return MATCH;
  if (path.startsWith('/api/v1/')) return KEYED;
  if (path.startsWith('/api/chat/')) return CHAT;
  if (OPEN_PATH.test(path)) return OPEN;
  if (SCRIPT_PATH.test(path)) return SCRIPT;
  return path.startsWith('/api/') || path.startsWith('/auth/') ? PRIVATE : SECURITY;
}
