import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ServiceError, sha256 } from '@svc/kit';
import type { Handler } from '../../context.js';

const compress = promisify(gzip);

/** Nothing comes from or goes to another host. The page's styles are made by its script, hence the inline styles. */
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

/** Whatever would lead to the vendor's own servers is switched off. */
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
  /** The reference's script; its address names its content, so it may be kept for ever. */
  hash: string;
  script: Buffer;
  gzipped: Buffer;
}

/**
 * The reference page: GET /docs, and its script under /docs/{hash}/reference.js, both from here. The bundle of
 * @scalar/api-reference is read with the first request, and kept.
 */
export function docs(): { page: Handler; script: Handler } {
  let assets: Promise<Assets> | undefined;
  const load = () => {
    assets ??= loadAssets().catch((error) => {
      assets = undefined;
      throw error;
    });
    return assets;
  };
  return {
    page: async (ctx) => {
      const { page } = await load();
      ctx.status = 200;
      ctx.set({
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'public, max-age=300',
        'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      });
      ctx.body = page;
    },
    script: async (ctx) => {
      const { hash, script, gzipped } = await load();
      if ((ctx.params as { hash: string }).hash !== hash) throw new ServiceError('NOT_FOUND', 'No such file.');
      const zip = /\bgzip\b/.test(ctx.get('accept-encoding'));
      ctx.status = 200;
      ctx.set({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(zip ? { 'Content-Encoding': 'gzip' } : {}),
      });
      ctx.body = zip ? gzipped : script;
    },
  };
}

async function loadAssets(): Promise<Assets> {
  // The package exports only its entry, which lies in dist/ beside the bundle.
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
