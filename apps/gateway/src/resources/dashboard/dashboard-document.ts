import type { PageAssets } from '../../built-files/page-assets.js';
import type { PageAddress } from '../../hosts/funnel-host.js';

/**
 * Headers of the application: it loads files of its own host only, runs no inline script, and cannot be embedded. Pictures of products
 * are on other hosts. docs/dashboard.md Y1.3.
 * @param nonce - allows the style elements that the application creates at run time.
 * @param preview - origin of the only page that it shows in a frame.
 * @param scheme - of the installation: without TLS, pictures may come without it too.
 */
export const createDashboardHeaders = (
  nonce: string,
  { preview, scheme }: { preview: string; scheme: PageAddress['scheme'] },
): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' ${scheme === 'http' ? 'http: ' : ''}https: data: blob:`,
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${preview}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), publickey-credentials-get=(self)',
  'X-Robots-Tag': 'noindex',
});

/**
 * The document that loads the application.
 * @param nonce - for the application, which reads it from the meta element.
 * @param parts - scripts that the first screen needs in addition.
 */
export const toDashboardHtml = (
  { script, preload, styles }: PageAssets,
  nonce: string,
  parts: readonly string[],
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${nonce}">
<title>Dashboard</title>
<link rel="icon" href="data:,">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${[...preload, ...parts].map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>
<body>
<div id="root"></div>
<noscript>The dashboard needs JavaScript.</noscript>
</body>
</html>
`;
