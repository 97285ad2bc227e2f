import type { Context } from '../context.js';
import { matchesEtag } from '../parse/if-none-match.js';
import { type FinishedMatch, JSON_TYPE } from './finished-match.js';
import { matchHeaders } from './match-cache-policy.js';

/** Writes a match: 200, or 304 without a body when the caller holds the same ETag. */
export function presentMatch(ctx: Context, match: FinishedMatch): void {
  ctx.remove('Cache-Control');
  ctx.set(matchHeaders(match));
  if (match.etag !== undefined && matchesEtag(ctx.headers['if-none-match'], match.etag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = 200;
  ctx.set('Content-Type', JSON_TYPE);
  // HEAD made no body and cannot know its length; an empty one would claim to know.
  if (ctx.method !== 'HEAD') ctx.body = match.body;
}
