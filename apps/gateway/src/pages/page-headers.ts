import { isHostName, type PageTheme, toHostSources } from '@svc/domain';
import { sha256 } from '@svc/kit';
import { parseHttpUrl } from './theme-css.js';

/** Browser features that pages use; all others are disabled. */
const PERMISSIONS = [
  'camera=(self)',
  'clipboard-write=(self)',
  ...['accelerometer', 'display-capture', 'encrypted-media', 'geolocation', 'gyroscope', 'hid', 'idle-detection'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'publickey-credentials-get', 'serial', 'usb'],
  'xr-spatial-tracking',
].map((entry) => (entry.includes('=') ? entry : `${entry}=()`));

/**
 * Headers of an HTML page of a funnel's host: what it may load, who may embed it. No cookies; nothing is kept by caches.
 * @param page.styles - contents of its style elements, each allowed by its hash.
 * @param page.domains - host names that may embed it; empty: no page may. docs/reliability.md R10.2.
 * @param page.hasScript - the page's own module may run and call its own host.
 */
export function createPageHeaders(page: {
  styles: readonly string[];
  theme: PageTheme;
  domains: readonly string[];
  hasScript: boolean;
  isIndexed: boolean;
}): Record<string, string> {
  const hashes = page.styles.map((style) => `'sha256-${sha256(style).toString('base64')}'`);
  const domains = toHostSources(page.domains.filter(isHostName));
  const font = page.theme.fontUrl ? parseHttpUrl(page.theme.fontUrl)?.origin : undefined;
  const policy = [
    "default-src 'none'",
    ...(page.hasScript ? ["script-src 'self'", "connect-src 'self'", 'media-src blob:'] : []),
    `style-src 'self' ${hashes.join(' ')}`,
    "img-src 'self' data: blob: http: https:",
    `font-src 'self'${font ? ` ${font}` : ''}`,
    `frame-ancestors ${domains.length > 0 ? domains.join(' ') : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy.join('; '),
    'Permissions-Policy': PERMISSIONS.join(', '),
    ...(page.isIndexed ? {} : { 'X-Robots-Tag': 'noindex' }),
  };
}
