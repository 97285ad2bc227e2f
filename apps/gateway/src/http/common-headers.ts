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
  return path.startsWith('/api/') ? PRIVATE : SECURITY;
}
