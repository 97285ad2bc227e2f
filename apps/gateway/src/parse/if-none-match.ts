/**
 * True when an If-None-Match header names the ETag, or is `*`. Weak comparison, as RFC 9110 requires for GET and HEAD.
 * Why not the package `fresh`: docs/adr/0040-one-definition-of-a-route.md.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
