import type { Runtime } from '../loader/runtime.js';

/**
 * Sends a report to the service, also while the page is closed. Null: the network lost it, or the page or the browser blocks it.
 * Never rejects. docs/components.md B13.4.
 * @param path - below `/api/v1`, with its query.
 * @param body - JSON.
 */
export const postReport = ({ settings }: Runtime, path: string, body: string): Promise<Response | null> =>
  fetch(`${settings.trackingBaseUrl}/api/v1/${path}`, {
    method: 'POST',
    // JSON; as text it needs no preflight.
    headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
    body,
    credentials: 'omit',
    keepalive: true,
  }).catch(() => null);
