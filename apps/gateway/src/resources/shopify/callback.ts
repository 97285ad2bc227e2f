import { type ErrorCode, ServiceError } from '@svc/kit';
import { TIMEOUT_MS } from '../../clients.js';
import { escapeHtml } from '../../pages/html.js';
import { getRawQuery } from '../../parse/raw-query.js';
import { plainContent, type Reply, sendBody } from '../../route/answer.js';
import { requiredText } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { SHOP } from './shop-examples.js';

/** Errors that a merchant can act on are shown as a page. */
const SHOWN = { INVALID_QUERY: 400, CONFLICT: 409, UNAVAILABLE: 503 } as const satisfies Partial<
  Record<ErrorCode, number>
>;
const isShown = (code: ErrorCode): code is keyof typeof SHOWN => Object.hasOwn(SHOWN, code);

const pageContent = (title: string) =>
  plainContent('text/html', `<!doctype html>\n<html lang="en">…<h1>${title}</h1>…`);

/** Public: Shopify signs the query, and its state is accepted once. docs/shopify.md "How the catalog stays current". */
export const shopifyCallback = route({
  method: 'GET',
  path: '/shopify/callback',
  id: 'shopifyCallback',
  tag: 'System',
  summary: 'Where Shopify sends the browser of a merchant who consented',
  description:
    'For browsers that come from Shopify: the query is signed with the secret of the app, at most 5 minutes old, and its state is accepted once. ' +
    'Answers are pages.',
  permission: 'source',
  query: {
    code: requiredText('Exchanged for a token.', '0907a61c0c8d55e99db179b68161bc00'),
    hmac: requiredText('HMAC-SHA256 of the other parameters, sorted by name.', '700e2dadb827fcc8609e9d5ce208b2e9'),
    host: requiredText('Part of the address of the admin, base64.', 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvZ2xvdw'),
    shop: requiredText('Domain of the shop.', SHOP),
    state: requiredText('As in the address of the install.', 'Zm9yZXZlcnlpbnN0YWxs'),
    timestamp: requiredText('Seconds since 1970.', '1795255200'),
  },
  answers: {
    200: { description: 'The shop is connected.', content: pageContent(`${SHOP} is connected`) },
    400: { description: 'The query is not one of Shopify.', content: pageContent('The shop is not connected') },
    409: { description: 'The shop or the company is taken.', content: pageContent('The shop is not connected') },
    503: { description: 'Shopify does not answer.', content: pageContent('The shop is not connected') },
  },
  errors: ['NOT_FOUND'],
  neverErrors: ['INVALID_QUERY'],
  handler:
    ({ clients }) =>
    async ({ ctx }) => {
      try {
        const query = getRawQuery(ctx.req.url as string);
        const { shop } = await clients.shopify.completeInstall({ query }, { timeoutMs: TIMEOUT_MS.apply });
        return toPage(200, `${shop} is connected`, 'Its products are being imported now. You can close this window.');
      } catch (error) {
        if (!(error instanceof ServiceError) || !isShown(error.code)) throw error;
        return toPage(SHOWN[error.code], 'The shop is not connected', error.message);
      }
    },
});

const HEADERS = {
  // The address contains a code, which must not be stored.
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
};

const toPage = <S extends number>(status: S, title: string, message: string): Reply<S> =>
  sendBody(status, 'text/html; charset=utf-8', Buffer.from(toHtml(escapeHtml(title), escapeHtml(message))), HEADERS);

const toHtml = (title: string, message: string): string => `<!doctype html>
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
<p>${message}</p>
</main>
</body>
</html>
`;
