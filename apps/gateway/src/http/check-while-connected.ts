import type { Server } from 'node:http';

/** A timer of Node cannot wait for longer. */
const NEVER_MS = 2 ** 31 - 1;

/** What Node's types do not declare: it is read again whenever the server begins to check. */
interface Checking extends Server {
  connectionsCheckingInterval: number;
}

/**
 * Lets a server look for slow clients only while it has connections. Node does it all the time, and each wake-up of a process that
 * rests costs more than the check itself (docs/adr/0170-a-system-without-requests-rests.md).
 *
 * Node begins to check in its own listener of `listening`, which replaces the timer that it started before. If it has none, in another
 * version of Node, the server checks all the time.
 * @param server - does not listen yet, and has no listeners of others.
 * @param everyMs - how often it checks while it has connections.
 */
export function checkWhileConnected(server: Server, everyMs: number): void {
  const [begin] = server.listeners('listening');
  if (!begin || !('connectionsCheckingInterval' in server)) return;
  const checking = server as Checking;
  const checkEvery = (ms: number) => {
    checking.connectionsCheckingInterval = ms;
    begin.call(server);
  };
  let open = 0;
  checking.connectionsCheckingInterval = NEVER_MS;
  server.on('connection', (socket) => {
    open += 1;
    if (open === 1) checkEvery(everyMs);
    socket.once('close', () => {
      open -= 1;
      // A server that is closed has ended its timer, and a new one would keep it in memory.
      if (open === 0 && server.listening) checkEvery(NEVER_MS);
    });
  });
}
