import type { Clock } from '@svc/kit';
import { lockCatalog, raiseVersion, updateCatalog } from '../db/catalogs.js';
import { keepStaged, supersedeHeld } from '../db/held-imports.js';
import { finishRun } from '../db/import-runs.js';
import { type CatalogDiff, changesCatalog, diffStaging, mergeStaging } from '../db/merge-staging.js';
import type { Session } from '../db/session.js';
import type { RowReport } from '../domain/import-report.js';
import type { ImportRun, RunReport } from '../domain/import-run.js';
import { judgeImport } from '../domain/judge-import.js';

/**
 * Makes the staged rows the catalogue in force, or says why not; one transaction with the run's end. The rows of a held run are
 * kept. A dry run only reports.
 * @returns the finished run, and whether followers have a new version to fetch.
 */
export async function concludeImport(
  session: Session,
  input: { run: ImportRun; rows: RowReport; currency: string | undefined },
  clock: Clock,
): Promise<{ run: ImportRun; isChanged: boolean }> {
  const { run, rows } = input;
  return session.transaction(async () => {
    if (!run.dryRun) await lockCatalog(session, run.companyId);
    const diff = await diffStaging(session, run.companyId);
    const verdict = judgeImport({
      read: rows.read,
      rejected: rows.rejectedCount,
      inForce: diff.inForce,
      removed: diff.removed,
    });
    const isApplied = verdict === null && !run.dryRun;
    const isChanged = isApplied && changesCatalog(diff);
    if (isChanged) {
      await mergeStaging(session, run.companyId, diff);
      await raiseVersion(session, run.companyId);
    }
    if (isApplied && input.currency !== undefined) {
      await updateCatalog(session, run.companyId, { currency: input.currency });
    }
    const isHeld = verdict?.state === 'HELD' && !run.dryRun;
    if (isHeld) await keepStaged(session, run.id);
    if (isApplied || isHeld) await supersedeHeld(session, run.companyId, run.id, clock);
    const outcome = { ...(verdict ?? { state: 'SUCCEEDED' as const }), report: toReport(rows, diff) };
    return { run: await finishRun(session, run.id, outcome, clock), isChanged };
  });
}

function toReport(rows: RowReport, diff: CatalogDiff): RunReport {
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
