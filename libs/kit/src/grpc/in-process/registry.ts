import type { Prepared } from '../client/outgoing-call.js';
import type { InProcessServer } from './server.js';

/** Addresses of servers in this process begin so: `inproc:funnel-svc`. */
const SCHEME = 'inproc:';
/** Time that a call waits for a server that has not started yet, as long as over gRPC when connections are refused. */
const WAIT_MS = 800;

const servers = new Map<string, InProcessServer>();
const waiting = new Set<() => void>();

export function isInProcess(address: string): boolean {
  return address.startsWith(SCHEME);
}

/** @returns a function that removes the server again. */
export function registerServer(address: string, server: InProcessServer): () => void {
  if (servers.has(address)) throw new Error(`gRPC cannot listen on ${address}: another server of this process does.`);
  servers.set(address, server);
  for (const wake of waiting) wake();
  return () => servers.delete(address);
}

/** The server at an address, if it starts in time. */
export async function findServer(
  address: string,
  { deadline, signal }: Prepared,
): Promise<InProcessServer | undefined> {
  const until = Math.min(deadline, Date.now() + WAIT_MS);
  for (;;) {
    const server = servers.get(address);
    if (server || Date.now() >= until || signal?.aborted) return server;
    await registration(until - Date.now(), signal);
  }
}

/** Resolves when a server starts, when the signal is aborted, or after a time. */
async function registration(withinMs: number, signal: AbortSignal | undefined): Promise<void> {
  let wake = () => {};
  const change = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const timer = setTimeout(wake, withinMs);
  waiting.add(wake);
  signal?.addEventListener('abort', wake);
  await change;
  signal?.removeEventListener('abort', wake);
  waiting.delete(wake);
  clearTimeout(timer);
}
