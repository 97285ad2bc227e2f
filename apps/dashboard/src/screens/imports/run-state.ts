import type { Schemas } from '../../api/client.js';

export type Run = Schemas['ImportRun'];
export type RunState = Run['state'] | 'CHECKED';

/** What a list shows of a run: a dry run that succeeded has changed nothing. */
export const getRunState = ({ state, dryRun }: Pick<Run, 'state' | 'dryRun'>): RunState =>
  dryRun && (state === 'SUCCEEDED' || state === 'HELD') ? 'CHECKED' : state;

/** The run waits for a decision. A dry run never does: it only says that the import would be held. */
export const isHeld = ({ state, dryRun }: Pick<Run, 'state' | 'dryRun'>): boolean => state === 'HELD' && !dryRun;

/** Percent of the file that has arrived or, once it has, undefined: then rows are counted. Undefined also while the size is unknown. */
export function getPercent({ progress }: Pick<Run, 'progress'>): number | undefined {
  if (!progress?.totalBytes || progress.bytes >= progress.totalBytes) return undefined;
  return Math.floor((100 * progress.bytes) / progress.totalBytes);
}

/** How often a running import is asked for its progress. */
const POLL_MS = 1_000;

/** Milliseconds until runs are loaded again; false: none of them is running. docs/dashboard.md Y12.3. */
export const getPollMs = (runs: readonly Pick<Run, 'state'>[]): number | false =>
  runs.some(({ state }) => state === 'RUNNING') ? POLL_MS : false;

export interface RejectedColumn {
  column: string;
  rows: number;
}

/** How many of the listed rows were rejected because of each column, the most frequent first. */
export function countRejected(rejected: Run['rejected']): RejectedColumn[] {
  const counts = new Map<string, number>();
  for (const { column } of rejected) counts.set(column, (counts.get(column) ?? 0) + 1);
  return [...counts].map(([column, rows]) => ({ column, rows })).sort((a, b) => b.rows - a.rows);
}

/** Variants in force when the file was compared: those that it names and those that it does not. */
export const countInForce = ({ updated, unchanged, removed }: Pick<Run, 'updated' | 'unchanged' | 'removed'>): number =>
  updated + unchanged + removed;
