/** A match response, ready to be sent: what GET, HEAD and the warm cache all write. */
export interface FinishedMatch {
  analysisId: string;
  companyId: string;
  isPreview: boolean;
  /** Absent for previews, and for HEAD when the state in force is not known. */
  etag?: string;
  /** JSON, UTF-8; empty for HEAD. */
  body: Buffer;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Spec, "Caching"; the directive needs seconds to be valid (contract, "Matches"). */
const CACHEABLE = {
  'Cache-Control': 'public, max-age=900, s-maxage=600, stale-while-revalidate=300',
  'CDN-Cache-Control': 'public, max-age=600, stale-while-revalidate=300',
} as const;

/** Caching headers of a successful match: cacheable with a validator, or not stored at all for a preview. */
export function matchHeaders(match: Pick<FinishedMatch, 'isPreview' | 'etag'>): Record<string, string> {
  if (match.isPreview) return { 'Cache-Control': 'no-store' };
  return match.etag === undefined ? CACHEABLE : { ...CACHEABLE, ETag: match.etag };
}
