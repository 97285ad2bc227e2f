import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ServiceError, sha256 } from '@svc/kit';
import { loadOnce } from '../../load-once.js';
import { plainContent, sendBody } from '../../route/answer.js';
import { text } from '../../route/parameter.js';
import { route } from '../../route/route.js';
import { system } from './system.js';

const compress = promisify(gzip);

/** Nothing is loaded from or sent to another host. The script of the page creates its styles, hence the inline styles. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Everything that would call the servers of the vendor is disabled. */
const SETTINGS = {
  url: '/openapi.json',
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
};

interface Assets {
  page: Buffer;
  /** The address of the script contains the hash of its content, so that caches may keep it indefinitely. */
  hash: string;
  script: Buffer;
  gzipped: Buffer;
}

/** The bundle of @scalar/api-reference is read with the first request. */
const load = loadOnce(loadAssets);

const docs = route({
  ...system,
  method: 'GET',
  path: '/docs',
  id: 'docs',
  summary: 'This document as a page',
  answers: { 200: { description: 'HTML.', content: plainContent('text/html', '<!doctype html>…') } },
  handler: () => async () => {
    const { page } = await load();
    return sendBody(200, 'text/html; charset=utf-8', page, {
      'Cache-Control': 'public, max-age=300',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    });
  },
});

const docsScript = route({
  ...system,
  method: 'GET',
  path: '/docs/{hash}/reference.js',
  id: 'docsScript',
  summary: 'The script of the page',
  params: { hash: text('Hash of the content.', '0123456789abcdef') },
  answers: {
    200: { description: 'May be cached indefinitely.', content: plainContent('text/javascript', '…') },
  },
  errors: ['NOT_FOUND'],
  handler:
    () =>
    async ({ params }) => {
      const { hash, script, gzipped } = await load();
      if (params.hash !== hash) throw new ServiceError('NOT_FOUND', 'No such file.');
      const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
      const reply = sendBody(200, 'text/javascript; charset=utf-8', script, headers);
      return { ...reply, compression: { gzip: gzipped } };
    },
});

/** The reference page and its script, which is served from here. */
export const reference = [docs, docsScript];

async function loadAssets(): Promise<Assets> {
  // The package exports only its entry, which is in dist/ next to the bundle.
  const bundle = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'));
  const script = await readFile(bundle);
  const hash = sha256(script).toString('hex').slice(0, 16);
  return { page: Buffer.from(pageHtml(hash)), hash, script, gzipped: await compress(script, { level: 9 }) };
}

const pageHtml = (hash: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>The reference needs JavaScript. The same document as JSON: <a href="/openapi.json">/openapi.json</a>.</noscript>
<script id="api-reference" data-configuration="${JSON.stringify(SETTINGS).replaceAll('"', '&quot;')}"></script>
<script src="/docs/${hash}/reference.js"></script>
</body>
</html>
`;
