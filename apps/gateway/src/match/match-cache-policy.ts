import { MATCH_BROWSER_AGE_S, MATCH_CDN_AGE_S, MATCH_CDN_STALE_S } from '@svc/domain';
import type { MatchHead } from './finished-match.js';

/**
 * How long this process serves a finished match again. It also bounds how stale one can be when a message on the bus is
 * lost.
 */
export const WARM_MS = 500;

/** The caching headers of every match that is not a preview. docs/contract.md C13.1. */
const CACHEABLE_MATCH = {
  'Cache-Control': `public, max-age=${MATCH_BROWSER_AGE_S}, s-maxage=${MATCH_CDN_AGE_S}, stale-while-revalidate=${MATCH_CDN_STALE_S}`,
  'CDN-Cache-Control': `public, max-age=${MATCH_CDN_AGE_S}, stale-while-revalidate=${MATCH_CDN_STALE_S}`,
} as const;

/** No cache stores a preview, neither this process nor a CDN nor a browser. */
const PREVIEW = { 'Cache-Control': 'no-store' } as const;

/** Caching headers of a successful match: cacheable with a validator, or not stored at all for a preview. */
export function getMatchHeaders(match: Pick<MatchHead, 'isPreview' | 'etag'>): Record<string, string> {
  if (match.isPreview) return PREVIEW;
  return match.etag === undefined ? CACHEABLE_MATCH : { ...CACHEABLE_MATCH, ETag: match.etag };
}

/** The same headers as the OpenAPI document describes them. */
export const MATCH_HEADER_TEXTS = {
  'Cache-Control': `${CACHEABLE_MATCH['Cache-Control']}; ${PREVIEW['Cache-Control']} for a preview.`,
  'CDN-Cache-Control': `${CACHEABLE_MATCH['CDN-Cache-Control']}; not for a preview.`,
  ETag: 'From analysis, query and the versions in force; not for a preview.',
} as const;
