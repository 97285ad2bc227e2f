import type { ColumnMapping, Feed } from '@svc/domain';
import { type Bus, type Clock, type Logger, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { readMapping } from '../db/column-mappings.js';
import { extendLease, finishRun, getRun, LEASE_SECONDS, RunGivenUp, startRun } from '../db/import-runs.js';
import { withSession } from '../db/session.js';
import { ImportFailure } from '../domain/import-failure.js';
import { IMPORT_LIMITS } from '../domain/import-limits.js';
import { EMPTY_REPORT, type ImportRun } from '../domain/import-run.js';
import { concludeImport } from './conclude-import.js';
import { publishChange } from './publish-change.js';
import { spoolFile } from './spool-file.js';
import { stageFile } from './stage-file.js';

export interface ImportRequest {
  companyId: string;
  /** ISO 4217 of rows that name none; undefined: what the company has. */
  currency: string | undefined;
  /** Answer when the run is finished, not already when the file is staged. */
  wait: boolean;
  dryRun: boolean;
  /** `auto`: found from the header. */
  format: Feed['format'];
  /** What this file calls the columns; undefined: the company's mapping, if it has one. */
  mapping: ColumnMapping | undefined;
}

export interface Importer {
  /**
   * Imports a file. @param signal - of the sender: an upload that breaks off fails the run.
   * @throws ServiceError CONFLICT while the company has another run.
   */
  importFile(request: ImportRequest, chunks: AsyncIterable<Buffer>, signal: AbortSignal): Promise<ImportRun>;
  /** Waits for the runs that go on, then breaks off what is left. */
  stop(): Promise<void>;
}

export interface ImporterDeps {
  knex: Knex;
  bus: Bus;
  clock: Clock;
  log: Logger;
  /** Longest run, milliseconds. */
  timeoutMs?: number;
  /** Longest wait of `stop`, milliseconds. */
  stopTimeoutMs?: number;
}

/** Runs imports, each under a lease in the database, and keeps track of those that outlive their call. */
export function createImporter(deps: ImporterDeps): Importer {
  const { knex, clock, log } = deps;
  const going = new Set<Promise<unknown>>();
  const stopping = new AbortController();

  async function perform(
    run: ImportRun,
    request: ImportRequest,
    chunks: AsyncIterable<Buffer>,
    sender: AbortSignal,
    onStaged: () => void,
  ): Promise<ImportRun> {
    const timeout = AbortSignal.timeout(deps.timeoutMs ?? IMPORT_LIMITS.timeoutMs);
    const signal = AbortSignal.any([timeout, stopping.signal]);
    const heartbeat = setInterval(
      () => {
        extendLease(knex, run.id).catch((error: unknown) => log.warn({ err: error }, 'import lease not extended'));
      },
      (LEASE_SECONDS * 1_000) / 6,
    );
    try {
      const { maxFileBytes } = IMPORT_LIMITS;
      const upload = { maxBytes: maxFileBytes, signal: AbortSignal.any([signal, sender]) };
      const file = await spoolFile(chunks, upload);
      try {
        const concluded = await withSession(knex, async (session) => {
          const mapping = request.mapping ?? (await readMapping(knex, request.companyId));
          const rows = await stageFile(session, file, { format: request.format, mapping }, signal);
          // On a slow network the news that an upload was broken off may come long after what looked like its end.
          sender.throwIfAborted();
          onStaged();
          return concludeImport(session, { run, rows, currency: request.currency }, clock);
        });
        if (concluded.isChanged) publishChange(deps.bus, request.companyId);
        log.info({ companyId: request.companyId, run: run.id, state: concluded.run.state }, 'import finished');
        return concluded.run;
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof RunGivenUp) return await getRun(knex, run.companyId, run.id);
      return await fail(run, reasonOf(error, { timeout, stopping: stopping.signal, sender }));
    } finally {
      clearInterval(heartbeat);
    }
  }

  async function fail(run: ImportRun, reason: string): Promise<ImportRun> {
    const outcome = { state: 'FAILED' as const, reason, report: EMPTY_REPORT };
    return withSession(knex, (session) => finishRun(session, run.id, outcome, clock));
  }

  function reasonOf(error: unknown, signals: { timeout: AbortSignal; stopping: AbortSignal; sender: AbortSignal }) {
    if (error instanceof ImportFailure || error instanceof ServiceError) return error.message;
    if (signals.stopping.aborted) return 'The service was stopped; upload the file again.';
    if (signals.timeout.aborted) return 'The import took longer than 10 minutes.';
    if (signals.sender.aborted) return 'The upload broke off before the end of the file; upload it again.';
    log.error({ err: error }, 'import failed');
    return 'The import failed because of a fault of the service; the catalogue was left as it was.';
  }

  return {
    async importFile(request, chunks, signal) {
      if (stopping.signal.aborted) throw new ServiceError('UNAVAILABLE', 'The service is stopping.');
      const run = await startRun(knex, request, clock);
      let onStaged = () => {};
      const staged = new Promise<void>((resolve) => {
        onStaged = resolve;
      });
      const done = perform(run, request, chunks, signal, onStaged);
      going.add(done);
      const ended = done.then(
        () => going.delete(done),
        (error: unknown) => {
          going.delete(done);
          log.error({ err: error, run: run.id }, 'the end of an import could not be recorded');
        },
      );
      if (request.wait) return done;
      await Promise.race([staged, ended]);
      return getRun(knex, request.companyId, run.id);
    },
    async stop() {
      const late = setTimeout(() => stopping.abort(), deps.stopTimeoutMs ?? 15_000);
      await Promise.allSettled([...going]);
      clearTimeout(late);
      stopping.abort();
    },
  };
}
