import { getProcessMetrics } from '@svc/kit';
import type { ImportRun, ImportSource } from '../domain/import-run.js';

/** Counts a finished import and its rows. */
export function countImport({ source, state, report }: ImportRun, durationMs: number): void {
  const metrics = getProcessMetrics();
  if (!metrics) return;
  metrics.count('svc_imports_total', { source, outcome: state });
  metrics.observe('svc_import_seconds', durationMs / 1_000, {});
  const { created, updated, unchanged, removed, rejectedCount } = report;
  const rows = { created, updated, unchanged, removed, rejected: rejectedCount };
  for (const [outcome, count] of Object.entries(rows)) metrics.count('svc_import_rows_total', { outcome }, count);
}

const SOURCES = Object.keys({ UPLOAD: 0, FEED: 0, SHOPIFY: 0 } satisfies Record<ImportSource, 0>);

/** Begins with no lost import: an alert compares with an earlier value, so the first one needs a zero before it. */
export function beginCountingImports(): void {
  for (const source of SOURCES) getProcessMetrics()?.count('svc_imports_total', { source, outcome: 'LOST' }, 0);
}

/** Counts an import whose outcome could not be recorded: it ends as FAILED with its lease. */
export function countLostImport(source: ImportSource): void {
  getProcessMetrics()?.count('svc_imports_total', { source, outcome: 'LOST' });
}
