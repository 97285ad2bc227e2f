import { type ImportProgress, type ImportRun, importSources, importStates, toMilliseconds } from '@svc/proto';
import { toIsoTime } from '../../../messages/iso-time.js';

/** A run as docs/management.md "Keys, versions, imports, erasure" shows it. */
export const toImportRun = (run: ImportRun) => ({
  id: run.id,
  state: importStates.toName(run.state),
  read: run.read,
  created: run.created,
  updated: run.updated,
  unchanged: run.unchanged,
  removed: run.removed,
  rejected: run.rejected.map(({ line, column, reason }) => ({ line, column, reason })),
  rejectedCount: run.rejectedCount,
  ...(run.reason === undefined ? {} : { reason: run.reason }),
  ...(run.failure === undefined ? {} : { failure: { code: run.failure.code, values: run.failure.values } }),
  notes: run.notes,
  dryRun: run.dryRun,
  source: importSources.toName(run.source),
  ...(run.progress === undefined ? {} : { progress: presentProgress(run.progress) }),
  createdAt: toIsoTime(run.createTime),
  finishedAt: toIsoTime(run.finishTime),
});

/** How far a run is. */
const presentProgress = ({ bytes, totalBytes, rows, estimatedTimeLeft }: ImportProgress) => ({
  bytes,
  totalBytes: totalBytes ?? null,
  rows,
  estimatedSecondsLeft: estimatedTimeLeft ? toMilliseconds(estimatedTimeLeft) / 1000 : null,
});
