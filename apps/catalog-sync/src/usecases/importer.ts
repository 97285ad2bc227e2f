import type { Feed } from '@svc/domain';
import {
  type Bus,
  type Clock,
  canonicalJson,
  forCompany,
  type Logger,
  ServiceError,
  sha256,
  toDatabaseProblem,
  withTrace,
} from '@svc/kit';
import type { Knex } from 'knex';
import { findMapping } from '../db/column-mappings.js';
import { extendLease, findRun, finishRun, LEASE_SECONDS, RunAbandonedError, startRun } from '../db/import-runs.js';
import { type Session, withSession } from '../db/session.js';
import type { ColumnMapping } from '../domain/column-mapping.js';
import { ImportFailure } from '../domain/import-failure.js';
import { IMPORT_LIMITS } from '../domain/import-limits.js';
import { ImportMeter } from '../domain/import-meter.js';
import type { RowReport } from '../domain/import-report.js';
import { EMPTY_REPORT, type ImportRun, type ImportSource } from '../domain/import-run.js';
import { fullReason, interruptedReason, stoppedReason } from '../domain/interrupted-reasons.js';
import { concludeImport, concludeUnchanged } from './conclude-import.js';
import { beginCountingImports, countImport, countLostImport } from './count-import.js';
import { FeedUnchanged } from './fetch-feed.js';
import { importFirst } from './import-first.js';
import { publishChange } from './publish-change.js';
import { type SpooledFile, spoolFile } from './spool-file.js';
import { stageFile } from './stage-file.js';

/** Reads a file into the session's staging table. @throws ImportFailure when the file as a whole cannot be taken. */
export type StageFile = (
  session: Session,
  file: SpooledFile,
  options: { signal: AbortSignal; onRows(rows: number): void },
) => Promise<RowReport>;

export interface ImportRequest {
  companyId: string;
  /** ISO 4217 of rows that name none; undefined: what the company has. */
  currency: string | undefined;
  dryRun: boolean;
  source: ImportSource;
  /** `auto`: found from the header. */
  format: Feed['format'];
  /** What this file calls the columns; undefined: the company's mapping, if it has one. */
  mapping: ColumnMapping | undefined;
  /** Reads a file that is no table; undefined: `stageFile`. */
  stage?: StageFile;
  /** Bytes of the file, as far as they are announced. */
  totalBytes?(): number | null;
}

/** A running import. */
export interface RunningImport {
  run: ImportRun;
  /** Resolves when the file is received and read, or the run has ended. */
  staged: Promise<void>;
  /** The finished run, and the digest under which its file is known. */
  ended: Promise<FinishedImport>;
}

export interface FinishedImport {
  run: ImportRun;
  /** Null if the file was not received completely. */
  digest: Buffer | null;
}

export interface Importer {
  /**
   * Starts to import a file. @param signal - of the sender: an interrupted file fails the run.
   * @throws ServiceError CONFLICT while the company has another run.
   */
  start(
    request: ImportRequest,
    open: (signal: AbortSignal) => AsyncIterable<Buffer>,
    signal: AbortSignal,
  ): Promise<RunningImport>;
  /** Waits for running imports, then interrupts those that have not ended. */
  stop(): Promise<void>;
}

export interface ImporterDeps {
  db: Knex;
  bus: Bus;
  clock: Clock;
  log: Logger;
  /** Longest run, milliseconds. */
  timeoutMs?: number;
  /** Longest wait of `stop`, milliseconds. */
  stopTimeoutMs?: number;
}

const PROGRESS_INTERVAL_MS = (LEASE_SECONDS * 1_000) / 15;

/** Runs imports, each under a lease in the database, and keeps track of those that outlive their call. */
export function createImporter(deps: ImporterDeps): Importer {
  const { db, clock, log } = deps;
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  beginCountingImports();

  async function perform(
    run: ImportRun,
    request: ImportRequest,
    open: (signal: AbortSignal) => AsyncIterable<Buffer>,
    sender: AbortSignal,
    onStaged: () => void,
  ): Promise<FinishedImport> {
    const timeout = AbortSignal.timeout(deps.timeoutMs ?? IMPORT_LIMITS.timeoutMs);
    const signal = AbortSignal.any([timeout, stopping.signal]);
    const meter = new ImportMeter(() => clock.now().getTime());
    const progressTimer = setInterval(() => {
      const progress = meter.progress(request.totalBytes?.() ?? null);
      forCompany(db, run.companyId, (trx) => extendLease(trx, run.id, progress)).catch((error: unknown) =>
        log.warn({ err: error }, 'the lease of an import could not be extended'),
      );
    }, PROGRESS_INTERVAL_MS);
    let digest: Buffer | null = null;
    try {
      const receiving = AbortSignal.any([signal, sender]);
      const { maxFileBytes, maxInflatedBytes } = IMPORT_LIMITS;
      const maxBytes = request.source === 'UPLOAD' ? maxFileBytes : maxInflatedBytes;
      const file = await spoolFile(open(receiving), {
        maxBytes,
        signal: receiving,
        onBytes: (bytes) => meter.onReceived(bytes),
        onRead: (bytes) => meter.onRead(bytes),
      });
      meter.onComplete(file.bytes);
      try {
        // On a slow network the signal that an upload was interrupted may arrive long after the apparent end of the file.
        sender.throwIfAborted();
        const { companyId, currency } = request;
        const mapping = request.mapping ?? (await forCompany(db, companyId, (trx) => findMapping(trx, companyId)));
        const layout = { format: request.format, mapping };
        const known = fileDigest(file.digest, layout, currency);
        digest = known;
        const concluded = await withSession(db, companyId, async (session) => {
          const unchangedRun = request.dryRun
            ? null
            : await concludeUnchanged(session, { run, isSame: (last) => last.equals(known) }, clock);
          if (unchangedRun) return { run: unchangedRun, isChanged: false };
          const onRows = (rows: number) => meter.onRows(rows);
          const onRead = () => {
            sender.throwIfAborted();
            onStaged();
          };
          const options = { signal, onRows };
          if (!request.stage && !request.dryRun) {
            const input = { run, file, layout, currency, digest: known };
            const first = await importFirst(session, input, { ...options, onRead }, clock);
            if (first) return first;
          }
          const report = await (request.stage
            ? request.stage(session, file, options)
            : stageFile(session, file, layout, options));
          onRead();
          return concludeImport(session, { run, report, currency, digest: known }, clock);
        });
        if (concluded.isChanged) publishChange(deps.bus, companyId);
        log.info({ companyId, run: run.id, state: concluded.run.state }, 'import finished');
        return { run: concluded.run, digest };
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof FeedUnchanged) return { run: await endUnchanged(run), digest: null };
      if (error instanceof RunAbandonedError) {
        return { run: await forCompany(db, run.companyId, (trx) => findRun(trx, run.companyId, run.id)), digest };
      }
      return {
        run: await fail(run, toFailure(run, error, { timeout, stopping: stopping.signal, sender })),
        digest,
      };
    } finally {
      clearInterval(progressTimer);
    }
  }

  /** The server of the feed says that it is what it was. */
  async function endUnchanged(run: ImportRun): Promise<ImportRun> {
    const ended = await withSession(db, run.companyId, (session) =>
      concludeUnchanged(session, { run, isSame: () => true }, clock),
    );
    const message = 'Another catalog came into force while the feed was fetched; it is fetched again.';
    return ended ?? fail(run, new ImportFailure(message, 'CATALOG_CHANGED'));
  }

  async function fail(run: ImportRun, error: ImportFailure | ServiceError): Promise<ImportRun> {
    const report = error instanceof ImportFailure ? { ...EMPTY_REPORT, failure: error.failure } : EMPTY_REPORT;
    const outcome = { state: 'FAILED' as const, reason: error.message, report };
    return withSession(db, run.companyId, (session) =>
      session.transaction(() => finishRun(session, run.id, outcome, clock)),
    );
  }

  function toFailure(
    { source }: ImportRun,
    error: unknown,
    signals: { timeout: AbortSignal; stopping: AbortSignal; sender: AbortSignal },
  ): ImportFailure | ServiceError {
    if (error instanceof ImportFailure || error instanceof ServiceError) return error;
    if (signals.stopping.aborted) return new ImportFailure(stoppedReason(source), 'STOPPED');
    if (signals.timeout.aborted) return new ImportFailure('The import took longer than 10 minutes.', 'TIMEOUT');
    if (signals.sender.aborted) {
      return new ImportFailure(interruptedReason(source), source === 'UPLOAD' ? 'INTERRUPTED' : 'STOPPED');
    }
    if (isFull(error)) {
      log.error({ err: error }, 'import failed: the disk is full');
      return new ImportFailure(fullReason(source), 'DISK_FULL');
    }
    log.error({ err: error }, 'import failed');
    const message = 'The import failed because of a bug in the service; the catalog was not changed.';
    return new ImportFailure(message, 'INTERNAL');
  }

  return {
    async start(request, open, signal) {
      if (stopping.signal.aborted) throw new ServiceError('UNAVAILABLE', 'The service is stopping.');
      const run = await forCompany(db, request.companyId, (trx) => startRun(trx, request, clock));
      let onStaged = () => {};
      const read = new Promise<void>((resolve) => {
        onStaged = resolve;
      });
      const { source } = request;
      const startedAt = performance.now();
      const attributes = { 'svc.import.source': source };
      const ended = withTrace('import', { kind: 'internal', attributes }, () =>
        perform(run, request, open, signal, onStaged),
      );
      running.add(ended);
      const settled = ended.then(
        (finished) => {
          running.delete(ended);
          countImport(finished.run, performance.now() - startedAt);
        },
        (error: unknown) => {
          running.delete(ended);
          countLostImport(source);
          log.error({ err: error, run: run.id }, 'the outcome of an import could not be recorded');
        },
      );
      return { run, ended, staged: Promise.race([read, settled]) };
    },
    async stop() {
      const late = setTimeout(() => stopping.abort(), deps.stopTimeoutMs ?? 15_000);
      await Promise.allSettled([...running]);
      clearTimeout(late);
      stopping.abort();
    },
  };
}

/** The database cannot store the rows, or this process not the file. */
const isFull = (error: unknown): boolean =>
  toDatabaseProblem(error) === 'FULL' || (error as { code?: unknown }).code === 'ENOSPC';

/** Names a file and everything that decides how it is read. */
function fileDigest(
  bytes: Buffer,
  layout: { format: Feed['format']; mapping: ColumnMapping | undefined },
  currency: string | undefined,
): Buffer {
  return sha256(
    canonicalJson([READER_REVISION, bytes.toString('base64'), layout.format, layout.mapping ?? null, currency ?? null]),
  );
}

/** Raise it when the same file gives another catalog than before. */
const READER_REVISION = 3;
