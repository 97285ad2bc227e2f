import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Turns of the event loop without a new connection or request, after which none waits to be read: each turn accepts one. */
const QUIET_TURNS = 3;
/** Where load balancers continue to send, some connections will be reset in any case. Long, for a process that gets little time. */
const CATCH_UP_MS = 5_000;

/** From now on each response closes its connection, so that clients find another gateway before this one closes them. */
export function leave(server: Server): void {
  for (const event of ['request', 'checkContinue'] as const) {
    server.prependListener(event, (_, response) => {
      response.shouldKeepAlive = false;
    });
  }
}

/**
 * Stops a server: no new connections, running requests are answered, connections close as they fall idle, and what is
 * left after `graceMs` is cut. docs/reliability.md R7.16.
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  await catchUp(server);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection that falls idle after `close` would hold the server open for its whole time-out. In the phase after the
  // reading of sockets, so that none is closed whose request has arrived while the process was busy.
  const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/**
 * Reads what has arrived. On a busy machine connections and requests wait in the kernel, and closing the server would reset them: the
 * timer that ends a delay runs before sockets are read.
 */
async function catchUp(server: Server): Promise<void> {
  let quietTurns = 0;
  const arrived = () => {
    quietTurns = 0;
  };
  server.on('connection', arrived).on('request', arrived);
  for (const until = performance.now() + CATCH_UP_MS; quietTurns < QUIET_TURNS && performance.now() < until; ) {
    quietTurns += 1;
    await nextTurn();
  }
  server.off('connection', arrived).off('request', arrived);
}
