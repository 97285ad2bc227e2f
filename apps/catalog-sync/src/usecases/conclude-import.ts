import type { Clock } from '@svc/kit';
import { lockCatalog, raiseVersion, setCurrency, setSource } from '../db/catalogs.js';
import { keepStaged, supersedeHeld } from '../db/held-imports.js';
import { finishRun } from '../db/import-runs.js';
import { findLastFile, writeLastFile } from '../db/last-file.js';
import { type CatalogDiff, changesCatalog, diffStaging, mergeStaging } from '../db/merge-staging.js';
import { sampleChanges } from '../db/sample-changes.js';
import type { Session } from '../db/session.js';
import type { ImportChanges } from '../domain/import-changes.js';
import type { RowReport } from '../domain/import-report.js';
import type { ImportRun, RunReport } from '../domain/import-run.js';
import { judgeImport } from '../domain/judge-import.js';

/** What an import has read, before it is judged. */
interface NewCatalog {
  report: RowReport;
  diff: Pick<CatalogDiff, 'inForce' | 'created' | 'updated' | 'unchanged' | 'removed'>;
  /** Whether it is another catalog at all. */
  isChanged: boolean;
  /** A sample of what changes; absent: there is nothing to compare with. Before `merge`. */
  sample?(): Promise<ImportChanges>;
  /** Makes it the one in force. */
  merge(): Promise<unknown>;
  /** Keeps the rows of a held run. */
  keep(): Promise<unknown>;
  /** Undoes what reading has done to the catalog in force. */
  restore?(): Promise<unknown>;
}

/**
 * Makes the staged rows the catalog in force, or says why not; one transaction with the run's end. The rows of a held run are
 * kept. A dry run only reports.
 * @returns the finished run, and whether followers have a new version to fetch.
 */
export async function concludeImport(
  session: Session,
  input: { run: ImportRun; report: RowReport; currency: string | undefined; digest: Buffer },
  clock: Clock,
): Promise<{ run: ImportRun; isChanged: boolean }> {
  const { run, report } = input;
  return session.transaction(async () => {
    if (!run.dryRun) await lockCatalog(session, run.companyId);
    const diff = await diffStaging(session, run.companyId);
    const rows = {
      report,
      diff,
      isChanged: changesCatalog(diff),
      ...(diff.isFirst ? {} : { sample: () => sampleChanges(session, run.companyId) }),
      merge: () => mergeStaging(session, run.companyId, diff),
      keep: () => keepStaged(session, run.id),
    };
    return conclude(session, { ...input, rows }, clock);
  });
}

/** The part of `concludeImport` after the comparison. Within a transaction that holds the company's row of `catalogs`. */
export async function conclude(
  session: Session,
  input: { run: ImportRun; rows: NewCatalog; currency: string | undefined; digest: Buffer },
  clock: Clock,
): Promise<{ run: ImportRun; isChanged: boolean }> {
  const { run, rows } = input;
  const { diff } = rows;
  const { read, rejectedCount } = rows.report;
  const verdict = judgeImport({ read, rejected: rejectedCount, inForce: diff.inForce, removed: diff.removed });
  const isApplied = verdict === null && !run.dryRun;
  const changes = verdict?.state !== 'FAILED' && rows.isChanged ? await rows.sample?.() : undefined;
  const { currency } = input;
  if (isApplied && rows.isChanged) await rows.merge();
  const hasNewCurrency = isApplied && currency !== undefined && (await setCurrency(session, run.companyId, currency));
  const isChanged = isApplied && (rows.isChanged || hasNewCurrency);
  if (isChanged) await raiseVersion(session, run.companyId);
  if (!isApplied) await rows.restore?.();
  const isHeld = verdict?.state === 'HELD' && !run.dryRun;
  if (isHeld) await rows.keep();
  if (isApplied || isHeld) await supersedeHeld(session, run.companyId, run.id, clock);
  const report = toReport(rows.report, diff);
  if (isApplied) {
    await writeLastFile(session, run.companyId, { digest: input.digest, report });
    await setSource(session, run.companyId, run.source);
  }
  const { failure, ...ending } = verdict ?? { state: 'SUCCEEDED' as const, failure: undefined };
  const outcome = {
    ...ending,
    report: { ...report, ...(failure ? { failure } : {}) },
    ...(changes ? { changes } : {}),
  };
  return { run: await finishRun(session, run.id, outcome, clock), isChanged };
}

/**
 * Ends a run whose file is the one that the catalog in force was made from: nothing is staged, nothing compared.
 * @returns null when it is another one.
 */
export async function concludeUnchanged(
  session: Session,
  { run, isSame }: { run: ImportRun; isSame(digest: Buffer): boolean },
  clock: Clock,
): Promise<ImportRun | null> {
  return session.transaction(async () => {
    await lockCatalog(session, run.companyId);
    const last = await findLastFile(session, run.companyId);
    if (!last || !isSame(last.digest)) return null;
    await setSource(session, run.companyId, run.source);
    await supersedeHeld(session, run.companyId, run.id, clock);
    const { read, rejectedCount, notes } = last.report;
    const counts = { created: 0, updated: 0, unchanged: read - rejectedCount, removed: 0 };
    const report = { ...last.report, ...counts, notes: [...notes, UNCHANGED_NOTE] };
    return finishRun(session, run.id, { state: 'SUCCEEDED', report }, clock);
  });
}

const UNCHANGED_NOTE = 'The file is the one that was imported last.';

function toReport(rows: RowReport, diff: NewCatalog['diff']): RunReport {
  return {
    read: rows.read,
    created: diff.created,
    updated: diff.updated,
    unchanged: diff.unchanged,
    removed: diff.removed,
    rejectedCount: rows.rejectedCount,
    rejected: rows.rejected,
    notes: rows.notes,
  };
}
