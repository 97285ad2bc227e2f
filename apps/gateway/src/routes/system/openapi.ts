import { sha256 } from '@svc/kit';
import type { Handler } from '../../context.js';
import { matchesEtag } from '../../parse/if-none-match.js';

/**
 * GET /openapi.json: the OpenAPI 3.1 document, open to tools of every origin. Its modules are loaded with the first request,
 * so that a start does not wait for them.
 */
export function openapi(): Handler {
  let made: { body: Buffer; etag: string } | undefined;
  return async (ctx) => {
    if (!made) {
      const { openApiDocument } = await import('../../openapi/document.js');
      const body = Buffer.from(JSON.stringify(openApiDocument()));
      made = { body, etag: `"${sha256(body).toString('base64url').slice(0, 27)}"` };
    }
    ctx.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300', ETag: made.etag });
    if (matchesEtag(ctx.headers['if-none-match'], made.etag)) {
      ctx.status = 304;
      return;
    }
    ctx.status = 200;
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = made.body;
  };
}
