/** Sends a batch of events to the page's own host, also while the page is closed. Null: the network lost it. docs/events.md. */
export const sendEvents = (body: string): Promise<Response | null> =>
  fetch('/api/v1/events', {
    method: 'POST',
    // Outlives the page.
    keepalive: true,
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json' },
    body,
  }).catch(() => null);
