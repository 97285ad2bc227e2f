import { setTimeout as sleep } from 'node:timers/promises';
import { runInBackground } from '../../log/context.js';
import type { Logger } from '../../log/logger.js';
import { toAgeS } from '../../probes/status-parts.js';
import { startPause } from '../../util/shared-wake.js';
import { type DatabaseProblem, toDatabaseProblem } from '../database-error.js';
import { SchemaBehindError } from '../schema/schema-state.js';
import type { Database } from './create-database.js';

/** Prepares the database of a service as soon as it is there, and knows whether it works. */
export interface DatabaseWatch {
  /** False until the schema was ready for the first time: no call can be answered before. */
  readonly isPrepared: boolean;
  /** Why it cannot be used now, in a few words; undefined while it works. */
  findProblem(): string | undefined;
  /** For operators. `lastSuccessAgeS`: null before the first success. */
  describeStatus(): { working: boolean; lastSuccessAgeS: number | null; missingMigrations: readonly string[] };
  /** Calls `listener` with whether the database works, now and whenever that changes. */
  follow(listener: (isWorking: boolean) => void): void;
  /**
   * Resolves after the first attempt, whether it succeeded or the database is not there; from then on it tries every second.
   * @throws what waiting does not mend: a bug, for example in a migration. Later it ends the process, as an unhandled rejection.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
/** A database that works is asked so many times less often, and not if it has answered others meanwhile: ADR 39. */
const QUIET_FACTOR = 5;
/** Consecutive failures of a database that worked: a single broken connection is no outage. */
const FAILURES_UNTIL_OUTAGE = 2;

const MESSAGES: Record<DatabaseProblem, string> = {
  UNREACHABLE: 'the database cannot be reached; the service waits for it',
  REFUSED: 'the database rejects this service, an administrator must correct that; the service waits for it',
  UNTRUSTED:
    'the certificate of the database does not match, or it has none, an administrator must correct that; the service waits for it',
  FULL: 'the database stores nothing: its disk or memory is full, or it is read-only; the service waits for it',
};

const PROBLEMS: Record<DatabaseProblem | 'STARTING', string> = {
  STARTING: 'the database was not asked yet',
  UNREACHABLE: 'the database cannot be reached',
  REFUSED: 'the database rejects this service',
  UNTRUSTED: 'the certificate of the database does not match',
  FULL: 'the database stores nothing',
};

/**
 * The one way in which services wait for their database, at start and later. A service starts without it, refuses calls, and works
 * by itself when it is there. Logs one line per change. A database that is only busy (no connection is free) works.
 * @param options.migrate - runs pending migrations; otherwise waits until they have run.
 * @param options.onPrepared - called once, when the schema is ready: starts what works in the background.
 */
export function watchDatabase(options: {
  database: Pick<Database, 'migrate' | 'checkMigrations' | 'hasTrouble' | 'followTrouble' | 'answers' | 'ping'>;
  migrate: boolean;
  onPrepared(): void;
  log: Logger;
  everyMs?: number;
}): DatabaseWatch {
  const { database, log, everyMs = EVERY_MS } = options;
  const stopping = new AbortController();
  const listeners: ((isWorking: boolean) => void)[] = [];
  let state: DatabaseProblem | 'STARTING' | 'WORKING' = 'STARTING';
  let isPrepared = false;
  let failures = 0;
  let lastSuccessAt: number | undefined;
  /** Answers of the database at that time. */
  let answers = 0;
  let checkedAt = 0;
  let endPause = () => {};
  let missing: readonly string[] = [];
  let running: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    await (options.migrate ? database.migrate() : database.checkMigrations());
    isPrepared = true;
    options.onPrepared();
  }

  async function check(): Promise<void> {
    try {
      await (isPrepared ? database.ping() : prepare()).finally(() => {
        checkedAt = performance.now();
      });
    } catch (error) {
      missing = error instanceof SchemaBehindError ? error.missing : [];
      if (isPrepared) countFailure(error);
      else setState(toDatabaseProblem(error) ?? rethrow(error), error);
      return;
    }
    failures = 0;
    missing = [];
    recordSuccess();
    setState('WORKING');
  }

  function recordSuccess(): void {
    lastSuccessAt = performance.now();
    answers = database.answers;
  }

  function countFailure(error: unknown): void {
    if ((error as Error).name === 'KnexTimeoutError') return;
    failures += 1;
    if (failures >= FAILURES_UNTIL_OUTAGE) setState(toDatabaseProblem(error) ?? 'UNREACHABLE', error);
  }

  function setState(next: DatabaseProblem | 'WORKING', error?: unknown): void {
    if (next === state) return;
    if (error instanceof SchemaBehindError)
      log.warn({ err: error }, 'migrations have not run; the service waits for them');
    else if (next === 'UNREACHABLE') log.warn({ err: error }, MESSAGES[next]);
    else if (next !== 'WORKING') log.error({ err: error }, MESSAGES[next]);
    else if (state !== 'STARTING') log.info('the database works');
    const isChange = (next === 'WORKING') !== (state === 'WORKING');
    state = next;
    if (isChange) for (const listener of listeners) listener(next === 'WORKING');
  }

  const isQuiet = () => state === 'WORKING' && failures === 0 && !database.hasTrouble;

  async function run(): Promise<void> {
    for (;;) {
      await pause();
      if (stopping.signal.aborted) return;
      if (isQuiet() && database.answers !== answers) recordSuccess();
      else await check();
    }
  }

  /** Trouble ends the long pause, but two checks are never closer than `everyMs`. */
  async function pause(): Promise<void> {
    if (isQuiet() && !stopping.signal.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = startPause(QUIET_FACTOR * everyMs, resolve);
        endPause = () => {
          cancel();
          resolve();
        };
      });
    }
    const remainingMs = checkedAt + everyMs - performance.now();
    if (remainingMs > 0) await sleep(remainingMs, undefined, { signal: stopping.signal }).catch(() => {});
  }

  return {
    get isPrepared() {
      return isPrepared;
    },
    findProblem() {
      if (state === 'WORKING') return undefined;
      return missing.length > 0 ? `schema behind: ${missing.join(', ')}` : PROBLEMS[state];
    },
    describeStatus: () => ({
      working: state === 'WORKING',
      lastSuccessAgeS: toAgeS(lastSuccessAt),
      missingMigrations: missing,
    }),
    follow(listener) {
      listeners.push(listener);
      listener(state === 'WORKING');
    },
    async start() {
      await check();
      database.followTrouble(() => endPause());
      running = runInBackground(run);
    },
    async stop() {
      stopping.abort();
      endPause();
      await running?.catch(() => {});
    },
  };
}

function rethrow(error: unknown): never {
  throw error;
}
