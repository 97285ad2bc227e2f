import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '@svc/kit';
import { loadOnce } from '../../load-once.js';
import { escapeHtml } from '../../pages/html.js';
import { plainContent, sendBody, sendJson } from '../../route/answer.js';
import { route } from '../../route/route.js';
import { system } from './system.js';

/** What the API host offers, for programs. */
const LINKS = {
  api: '/api/v1',
  reference: '/docs',
  openapi: '/openapi.json',
  health: '/healthz',
  readiness: '/readyz',
};

const CSS = `body{font:16px/1.6 system-ui,sans-serif;margin:0;background:#fff;color:#1d1b20}
main{max-width:40rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
ul{padding-left:1.25rem;margin:0}li{margin:.35rem 0}a{color:#6a2c4f}code{font-size:.95em}
@media (prefers-color-scheme:dark){body{background:#17151a;color:#ece6f0}a{color:#e7a6cb}}`;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  'img-src data:', // The empty icon.
  `style-src 'sha256-${sha256(CSS).toString('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API host in a browser. Not in the OpenAPI document, where `GET /` is the page of a funnel's host. */
export const home = route({
  ...system,
  method: 'GET',
  path: '/',
  id: 'home',
  summary: 'Where to begin',
  description: 'A page for browsers, links as JSON for programs.',
  answers: {
    200: {
      description: 'Links.',
      content: { ...plainContent('application/json', LINKS), ...plainContent('text/html', '<!doctype html>…') },
    },
  },
  handler: ({ demoDirectory, pageAddress }) => {
    const loadDemo = loadOnce(() => readSubdomains(demoDirectory));
    return async ({ ctx }) => {
      ctx.vary('Accept');
      if (ctx.accepts('json', 'html') !== 'html') return sendJson(200, LINKS);
      const subdomains = await loadDemo();
      const toAddress = (subdomain: string) => `${pageAddress.scheme}://${subdomain}.${pageAddress.baseDomain}/`;
      const pages = subdomains.length === 0 ? [] : ['demo-shop', ...subdomains].map(toAddress);
      return sendBody(200, 'text/html; charset=utf-8', Buffer.from(toHtml(pages, toAddress('dashboard'))), {
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      });
    };
  },
});

/** Sub-domains of the demo company's funnels. */
async function readSubdomains(demoDirectory: string | undefined): Promise<string[]> {
  if (demoDirectory === undefined) return [];
  const { parse } = await import('yaml'); // Not at the start of the gateway.
  const { funnels } = parse(await readFile(join(demoDirectory, 'company.yaml'), 'utf8')) as {
    funnels: { subdomain: string }[];
  };
  return funnels.map(({ subdomain }) => subdomain);
}

const item = (href: string, label: string, text: string) =>
  `<li><a href="${escapeHtml(href)}">${escapeHtml(label)}</a>${text === '' ? '' : `: ${escapeHtml(text)}`}</li>`;

const toHtml = (pages: readonly string[], dashboard: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Guided selling: the service is running</title>
<link rel="icon" href="data:,">
<style>${CSS}</style>
</head>
<body>
<main>
<h1>The service is running</h1>
<p>Merchants define a questionnaire. Their shop reads it, submits a shopper’s answers and gets the variants that suit, best first.</p>
${
  pages.length === 0
    ? ''
    : `<h2>Try the demo company</h2>
<ul>${pages.map((page) => item(page, page, '')).join('')}</ul>`
}
<h2>Build on it</h2>
<ul>
${item(dashboard, 'Dashboard', 'people, keys, products and questionnaires of a company')}
${item(LINKS.reference, 'API reference', 'every route, field and error')}
${item(LINKS.openapi, 'OpenAPI document', 'for tools and generated clients')}
</ul>
<h2>Next steps</h2>
<ul>
<li>Run the flow of the README with <code>curl</code>: read the questionnaire, submit answers, get matches.</li>
<li>Write a company of your own as a file and apply it: <code>npm run svc -- apply company.yaml</code>.</li>
<li>Import a product feed: <code>npm run svc -- catalog import feed.csv --company your-company</code>.</li>
</ul>
</main>
</body>
</html>
`;
