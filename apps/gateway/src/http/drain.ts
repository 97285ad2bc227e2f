import type { Server } from 'node:http';

/**
 * Stops a server: no new connections, running requests are answered, connections close as they fall idle, and what is
 * left after `graceMs` is cut. docs/reliability.md R7.16.
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection that falls idle after `close` would hold the server open for its whole time-out.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
