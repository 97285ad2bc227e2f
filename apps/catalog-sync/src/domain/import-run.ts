import type { ImportChanges } from './import-changes.js';
import type { RunFailure } from './import-failure.js';
import type { RejectedRow } from './import-report.js';

export type ImportState = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'HELD';

/**
 * Numbers of a run; `read` = created + updated + unchanged + rejectedCount. They say what the run did, or, when it was dry, held
 * or failed because of its rows, what it would have done. A run that failed as a whole has zeros.
 */
export interface RunReport {
  read: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Variants in force that the file does not name. */
  removed: number;
  rejectedCount: number;
  /** The first rejected rows. */
  rejected: RejectedRow[];
  /** What was repaired. */
  notes: string[];
  /** Why it failed as a whole; absent: it did not, or its reason says it alone. */
  failure?: RunFailure;
}

export const EMPTY_REPORT: Readonly<RunReport> = {
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
  rejectedCount: 0,
  rejected: [],
  notes: [],
};

/** How a run ended. */
export interface RunOutcome {
  state: Exclude<ImportState, 'RUNNING'>;
  report: RunReport;
  /** Why it failed or is held. */
  reason?: string;
  /** Absent: nothing was compared. */
  changes?: ImportChanges;
}

export type ImportSource = 'UPLOAD' | 'FEED' | 'SHOPIFY';

/** How far a run is. */
export interface ImportProgress {
  /** Received of the file. */
  bytes: number;
  /** Of the whole file; null: not known. */
  totalBytes: number | null;
  /** Read so far. */
  rows: number;
  /** Until the file has come, or, once it has, until its rows are read; null: not known. */
  secondsLeft: number | null;
}

export interface ImportRun {
  id: string;
  companyId: string;
  state: ImportState;
  dryRun: boolean;
  source: ImportSource;
  /** Progress of a running import; null: it has ended, or has not reported yet. */
  progress: ImportProgress | null;
  report: RunReport;
  reason: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}
