import { ServiceError, sha256 } from '@svc/kit';
import { getDashboardOrigin } from '../../access/dashboard-origin.js';
import { PAGE_CSS } from '../../pages/page-css.js';
import { plainContent, sendBody } from '../../route/answer.js';
import { route } from '../../route/route.js';

/**
 * The page of the preview host: the scripts of funnel hosts without a funnel, which the dashboard sends. It may be framed by the dashboard
 * only, and it can send nothing. docs/adr/0083-the-preview-host.md.
 */
export const previewPage = route({
  method: 'GET',
  path: '/',
  id: 'previewPage',
  tag: 'System',
  summary: 'The page that the dashboard shows what is being edited in',
  permission: 'none',
  answers: { 200: { description: 'HTML.', content: plainContent('text/html', '<!doctype html>…') } },
  errors: ['UNAVAILABLE'],
  handler:
    ({ pageAssets, pageAddress }) =>
    async () => {
      const { script, previewScript } = await pageAssets().catch((cause) => {
        throw new ServiceError('UNAVAILABLE', 'The preview is not available at the moment.', { cause });
      });
      if (previewScript === undefined) {
        throw new ServiceError('UNAVAILABLE', 'The preview is not available at the moment.');
      }
      const body = Buffer.from(toHtml(script, previewScript));
      return sendBody(200, 'text/html; charset=utf-8', body, createHeaders(getDashboardOrigin(pageAddress)));
    },
});

/** Fonts and pictures are those of the company, which the document does not know. */
const createHeaders = (dashboardOrigin: string): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${sha256(PAGE_CSS).toString('base64')}'`,
    "img-src 'self' data: blob: http: https:",
    "font-src 'self' http: https:",
    'media-src blob:',
    "connect-src 'none'",
    `frame-ancestors ${dashboardOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'X-Robots-Tag': 'noindex',
});

const toHtml = (script: string, previewScript: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="page-script" content="${script}">
<title>Preview</title>
<link rel="icon" href="data:,">
<style>${PAGE_CSS}</style>
<link rel="modulepreload" href="${script}">
<script type="module" src="${previewScript}"></script>
</head>
<body></body>
</html>
`;
