import { setTimeout as sleep } from 'node:timers/promises';
import knexFactory, { type Knex } from 'knex';
import { DatabaseSetupError, problemOfState, toDatabaseProblem } from '../database-error.js';
import { observeQueries } from '../statements/observe-statement.js';
import { type ConnectionOptions, knexConfig } from './knex-config.js';

/** Longest time that a read waits for the replica. */
const MAX_WAIT_MS = 1_000;
/** How long reads use the primary after the replica failed, so that not each of them waits. */
const PAUSE_MS = 10_000;
const POLL_MS = 10;

interface ReadReplica {
  choose(): Promise<Knex>;
}

/** By the pool of the primary. */
const replicas = new WeakMap<Knex, ReadReplica>();

/**
 * The pool for a read that takes long and that no shopper waits for, such as a list or an export: that of the read replica if there is
 * one, as soon as it has everything that was committed before this call, otherwise `knex` itself. A transaction is its own.
 */
export const chooseForReading = async (knex: Knex): Promise<Knex> => replicas.get(knex)?.choose() ?? knex;

/**
 * A standby of the server of `primary`, for `chooseForReading`. It is not used while it is down, behind by more than a second, or had to
 * interrupt a read; each change is one log line.
 * @returns the function that closes its connections.
 */
export function attachReadReplica(
  primary: Knex,
  connection: ConnectionOptions,
  { maxWaitMs = MAX_WAIT_MS, pauseMs = PAUSE_MS } = {},
): () => Promise<void> {
  const { log } = connection;
  let pausedUntil = 0;
  let isUsed = true;

  function pause(reason: Error): void {
    pausedUntil = performance.now() + pauseMs;
    if (!isUsed) return;
    isUsed = false;
    const level = ['REFUSED', 'UNTRUSTED'].includes(toDatabaseProblem(reason) ?? '') ? 'error' : 'warn';
    log[level]({ err: reason }, 'the read replica cannot be used; its reads use the primary');
  }

  const replica = knexFactory(
    knexConfig({
      ...connection,
      onBrokenConnection() {},
      onAnswer() {},
      onServerError(state) {
        if (problemOfState(state)) pause(new Error(`The read replica failed with SQLSTATE ${state}.`));
      },
    }),
  );
  observeQueries(replica);

  async function waitFor({ position, server }: { position: string; server: string }, signal: AbortSignal) {
    for (;;) {
      const { rows } = await replica.raw<{ rows: Standby[] }>(STANDBY, [position]);
      const [found] = rows as [Standby];
      if (!found.is_standby || found.server !== server) {
        throw new DatabaseSetupError('DATABASE_READ_URL must name a streaming standby of the server of DATABASE_URL.');
      }
      if (found.has_all || signal.aborted) return;
      await sleep(POLL_MS);
    }
  }

  replicas.set(primary, {
    async choose() {
      if (performance.now() < pausedUntil) return primary;
      const { rows } = await primary.raw<{ rows: { position: string; server: string }[] }>(POSITION);
      const timer = new AbortController();
      const late = sleep(maxWaitMs, undefined, { signal: timer.signal }).then(() => {
        timer.abort();
        throw new Error(`The read replica is behind, or does not answer within ${maxWaitMs} ms.`);
      });
      try {
        const [wanted] = rows as [{ position: string; server: string }];
        await Promise.race([waitFor(wanted, timer.signal), late]);
      } catch (error) {
        pause(error as Error);
        return primary;
      } finally {
        late.catch(() => {});
        timer.abort();
      }
      if (!isUsed) log.info('the read replica works');
      isUsed = true;
      return replica;
    },
  });
  return () => replica.destroy();
}

interface Standby {
  is_standby: boolean;
  server: string;
  has_all: boolean;
}

const SERVER = '(select system_identifier::text from pg_control_system()) as server';

/** What was committed before has been flushed: `synchronous_commit` is on. */
const POSITION = `select pg_current_wal_flush_lsn()::text as position, ${SERVER}`;

const STANDBY = `select pg_is_in_recovery() as is_standby, ${SERVER}, coalesce(pg_last_wal_replay_lsn() >= ?::pg_lsn, false) as has_all`;
