import type { ImportProgress, ImportRun } from '@svc/proto';
import { isoTime } from './send.js';

/** A run as management, "Catalogue" shows it. */
export const presentRun = (run: ImportRun) => ({
  id: run.id,
  state: run.state.replace('IMPORT_STATE_', ''),
  read: run.read,
  created: run.created,
  updated: run.updated,
  unchanged: run.unchanged,
  removed: run.removed,
  rejected: run.rejected.map(({ line, column, reason }) => ({ line, column, reason })),
  rejectedCount: run.rejectedCount,
  ...(run.reason === undefined ? {} : { reason: run.reason }),
  notes: run.notes,
  dryRun: run.dryRun,
  source: run.source.replace('IMPORT_SOURCE_', ''),
  ...(run.progress === undefined ? {} : { progress: presentProgress(run.progress, run.createTime) }),
  createdAt: isoTime(run.createTime),
  finishedAt: isoTime(run.finishTime),
});

/** How far a run is; when it will be read is estimated from how long it took so far, once the length of the file is known. */
function presentProgress({ bytes, totalBytes, rows }: ImportProgress, createTime: Date | undefined) {
  const elapsedMs = createTime ? Date.now() - createTime.getTime() : 0;
  const isEstimable = totalBytes !== undefined && bytes > 0 && elapsedMs > 0;
  return {
    bytes,
    totalBytes: totalBytes ?? null,
    rows,
    estimatedSecondsLeft: isEstimable ? Math.max(0, Math.ceil((elapsedMs * (totalBytes / bytes - 1)) / 1_000)) : null,
  };
}
