import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { runDetached } from '../../log/context.js';
import type { Logger } from '../../log/logger.js';
import { startPause } from '../../util/shared-wake.js';

/** Notifications of committed changes, from tables that `notifyOfChanges` prepared. */
export interface TableChanges {
  /** Whether notifications are known to arrive. While false, subscribers have to poll as if there were none. */
  readonly isListening: boolean;
  /**
   * Calls the listener soon after a transaction that changed the table was committed, and whenever a change may have been
   * missed. Several changes may be reported by one call.
   * @param table - `schema.table`, also of another service's schema in the same database.
   * @returns the function that ends the subscription.
   */
  subscribe(table: string, listener: () => void): () => void;
  close(): Promise<void>;
}

/** Between attempts to connect. */
const RECONNECT_MS = 1_000;
/** How often it is checked that notifications arrive: a connection may be dead, and a pooler in between may swallow them. */
const PROBE_EVERY_MS = 30_000;
const PROBE_TIMEOUT_MS = 5_000;

/**
 * Listens on a connection of its own, which it opens with the first subscription and replaces when it breaks. ADR 39.
 * @param options.db - the service's pool. Probes are sent through it, so that they take the same way as real changes.
 */
export function createTableChanges(options: {
  url: string;
  db: Knex;
  applicationName: string;
  log: Logger;
  probeEveryMs?: number;
}): TableChanges {
  const { url, db, applicationName, log, probeEveryMs = PROBE_EVERY_MS } = options;
  const probeChannel = `svc.probe.${randomUUID()}`;
  const listeners = new Map<string, Set<() => void>>();
  let client: Client | undefined;
  /** The connecting and the LISTEN statements of the client, one after another: pg runs one statement of a connection at a time. */
  let listens: Promise<unknown> = Promise.resolve();
  let listening = false;
  let closed = false;
  /** Cancels what comes next: the end of the time for an answer, the next probe, or the next attempt to connect. */
  let cancelNext = () => {};

  const callAll = () => {
    for (const channel of listeners.values()) for (const listener of channel) listener();
  };

  function plan(ms: number, next: () => void): void {
    cancelNext();
    const timer = setTimeout(next, ms).unref();
    cancelNext = () => clearTimeout(timer);
  }

  async function connect(): Promise<void> {
    const next = new Client({ connectionString: url, application_name: applicationName, keepAlive: true });
    client = next;
    next.on('error', () => handleLostConnection(next));
    next.on('end', () => handleLostConnection(next));
    next.on('notification', ({ channel }) => {
      if (channel === probeChannel) confirm(next);
      else for (const listener of listeners.get(channel) ?? []) listener();
    });
    try {
      listens = next.connect();
      await listens;
      for (const channel of [probeChannel, ...listeners.keys()]) await listenTo(next, channel);
      await probe(next);
    } catch (error) {
      log.debug({ err: error }, 'cannot listen for database notifications; polling instead');
      handleLostConnection(next);
    }
  }

  function listenTo(asked: Client, channel: string): Promise<unknown> {
    listens = listens.then(() => asked.query(`listen ${asked.escapeIdentifier(channel)}`));
    return listens;
  }

  /** Asks for a notification on the way that changes take. Without an answer the connection is replaced. */
  async function probe(asked: Client): Promise<void> {
    if (client !== asked || closed) return;
    plan(PROBE_TIMEOUT_MS, () => handleLostConnection(asked));
    await db.raw('select pg_notify(?, ?)', [probeChannel, '']);
  }

  function confirm(from: Client): void {
    if (client !== from) return;
    cancelNext();
    cancelNext = startPause(probeEveryMs, () => void probe(from).catch(() => handleLostConnection(from)));
    if (listening) return;
    listening = true;
    callAll();
  }

  function handleLostConnection(lost: Client): void {
    if (client !== lost) return;
    client = undefined;
    listening = false;
    cancelNext();
    void lost.end().catch(() => {});
    if (!closed) plan(RECONNECT_MS, () => void connect());
  }

  return {
    get isListening() {
      return listening;
    },
    subscribe(table, listener) {
      const known = listeners.get(table);
      const channel = known ?? new Set();
      listeners.set(table, channel);
      channel.add(listener);
      if (!client && listeners.size === 1 && !known) void runDetached(connect);
      else if (client && !known) void listenTo(client, table).catch(() => client && handleLostConnection(client));
      return () => {
        channel.delete(listener);
      };
    },
    async close() {
      closed = true;
      cancelNext();
      const last = client;
      client = undefined;
      listening = false;
      await last?.end().catch(() => {});
    },
  };
}
