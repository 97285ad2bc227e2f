import { getProcessMetrics, ServiceError } from '@svc/kit';
import type { Context } from '../context.js';
import type { PageAddress } from '../hosts/funnel-host.js';
import { getHeaderValues } from '../parse/header-values.js';

/** Scheme, host and port of the dashboard as browsers write them in `Origin`. */
export const getDashboardOrigin = ({ scheme, baseDomain }: PageAddress): string =>
  new URL(`${scheme}://dashboard.${baseDomain}`).origin;

/** The same of the host where the builder shows pages. docs/adr/0083-the-preview-host.md. */
export const getPreviewOrigin = ({ scheme, baseDomain }: PageAddress): string =>
  new URL(`${scheme}://preview.${baseDomain}`).origin;

/** The same of the host of uploaded pictures. docs/adr/0090-uploaded-pictures.md. */
const getPictureOrigin = ({ scheme, baseDomain }: PageAddress): string =>
  new URL(`${scheme}://cdn.${baseDomain}`).origin;

/** Address of an uploaded picture. @param hash - in hexadecimal. */
export const getPictureAddress = (hash: string, address: PageAddress): string =>
  `${getPictureOrigin(address)}/m/${hash}.webp`;

/** Types that HTML forms cannot send. */
const SAFE_TYPE = /^(?:application\/(?:json|yaml)|text\/(?:csv|yaml)|image\/)/i;

/**
 * Refuses a change that a page of another origin may have sent with the user's cookie. Funnel hosts are the same site as the dashboard,
 * so SameSite alone protects nothing. Fails with UNAUTHORIZED, before anything is looked up. docs/identity.md I4.4.
 */
export function requireDashboardOrigin({ req }: Pick<Context, 'req'>, address: PageAddress): void {
  const origins = getHeaderValues(req, 'origin');
  const site = req.headers['sec-fetch-site'];
  const type = req.headers['content-type'];
  const hasBody = Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined;
  const isSafe =
    origins.length === 1 &&
    origins[0] === getDashboardOrigin(address) &&
    (site === undefined || site === 'same-origin') &&
    (type === undefined ? !hasBody : SAFE_TYPE.test(type));
  if (isSafe) return;
  getProcessMetrics()?.count('svc_http_rejected_total', { reason: 'origin' });
  throw new ServiceError(
    'UNAUTHORIZED',
    `A change with a session cookie must come from ${getDashboardOrigin(address)}, with a Content-Type that forms cannot send.`,
  );
}
