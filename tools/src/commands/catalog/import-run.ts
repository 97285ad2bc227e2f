/** An import as the API shows it. */
export interface ImportRun {
  id: string;
  state: string;
  dryRun: boolean;
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  /** The first ones only. */
  rejected: { line: number; column: string; reason: string }[];
  rejectedCount: number;
  reason?: string;
  notes?: string[];
  source: string;
  createdAt: string;
  progress?: { bytes: number; totalBytes: number | null; rows: number };
}

/** How a run ended, for people. */
export function formatReport(run: ImportRun): string {
  const unlisted = run.rejectedCount - run.rejected.length;
  return [
    `${run.state}${run.reason ? `: ${run.reason}` : ''}`,
    `${run.read} rows read: ${run.created} created, ${run.updated} updated, ${run.unchanged} unchanged, ${run.rejectedCount} rejected; ${run.removed} removed`,
    ...(run.notes ?? []).map((note) => `note: ${note}`),
    ...run.rejected.map(({ line, column, reason }) => `line ${line}${column ? `, ${column}` : ''}: ${reason}`),
    ...(unlisted > 0 ? [`… and ${unlisted} more rows`] : []),
  ].join('\n');
}

/** A run on one line: which, when, how it ended or how far it is, from where, and why. */
export function formatLine({ id, createdAt, state, dryRun, source, read, progress, reason }: ImportRun): string {
  const rows = state === 'RUNNING' ? `${progress?.rows ?? 0} rows so far` : `${read} rows read`;
  return [
    id,
    createdAt,
    state.padEnd(9),
    source.padEnd(7),
    rows,
    ...(dryRun ? ['dry run'] : []),
    ...(reason ? [reason] : []),
  ].join('  ');
}
