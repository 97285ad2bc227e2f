import { ERRORS, ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Context, Handler } from '../../context.js';
import { rawQuery } from '../../parse/raw-query.js';

type Deps = { shopify: Pick<Clients['shopify'], 'completeInstall'> };

/** What a merchant can do something about. */
const SHOWN = new Set(['INVALID_QUERY', 'CONFLICT', 'UNAVAILABLE']);

/**
 * GET /shopify/callback: Shopify sends the merchant's browser here after consenting. A page says how it went. Public: the query is
 * signed by Shopify, and its state serves once. docs/shopify.md "How the catalog stays current".
 */
export function shopifyCallback(deps: Deps): Handler {
  return async (ctx) => {
    // The address holds a code, which nobody is to keep.
    ctx.set('Cache-Control', 'no-store');
    try {
      const query = rawQuery(ctx.req.url as string);
      const { shop } = await deps.shopify.completeInstall({ query }, { timeoutMs: TIMEOUT_MS.apply });
      send(ctx, 200, `${shop} is connected`, 'Its products are being read now. You can close this window.');
    } catch (error) {
      if (!(error instanceof ServiceError) || !SHOWN.has(error.code)) throw error;
      send(ctx, ERRORS[error.code].http, 'The shop is not connected', error.message);
    }
  };
}

function send(ctx: Context, status: number, title: string, text: string): void {
  ctx.status = status;
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
  });
  ctx.body = Buffer.from(pageHtml(escapeHtml(title), escapeHtml(text)));
}

const pageHtml = (title: string, text: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:20vh auto;padding:0 1rem;text-align:center}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
