import type { Knex } from 'knex';
import { getProcessMetrics } from '../../metrics/process-metrics.js';
import { startSpan, withSpan } from '../../telemetry/spans.js';

/** Statements that the query builder makes have no name. */
const UNNAMED = 'other';

/** Runs a named statement and records it, where this process serves metrics or sends spans. */
export async function observeStatement<T>(name: string, run: () => Promise<T>): Promise<T> {
  const span = startSpan(name, { kind: 'client', attributes: toAttributes(name) });
  if (!span && !getProcessMetrics()) return run();
  const startedAt = performance.now();
  try {
    const result = await run();
    record(name, startedAt, undefined);
    span?.end();
    return result;
  } catch (error) {
    const errorType = toErrorType(error);
    record(name, startedAt, errorType);
    span?.end(errorType);
    throw error;
  }
}

/** What the query builder reports of a query. */
interface ReportedQuery {
  __knexQueryUid?: string;
}

/** More queries than connections exist are some whose end was not reported. */
const MAX_RUNNING = 1_000;

/** Records the statements of the query builder. They have no spans: those of a transaction are in the span of `forCompany`. */
export function observeQueries(knex: Knex): void {
  const startedAt = new Map<string, number>();
  knex.on('query', ({ __knexQueryUid: id }: ReportedQuery) => {
    if (id === undefined || !getProcessMetrics()) return;
    if (startedAt.size >= MAX_RUNNING) startedAt.clear();
    startedAt.set(id, performance.now());
  });
  const end = ({ __knexQueryUid: id }: ReportedQuery, errorType?: string) => {
    const started = id === undefined ? undefined : startedAt.get(id);
    if (id === undefined || started === undefined) return;
    startedAt.delete(id);
    record(UNNAMED, started, errorType);
  };
  knex.on('query-response', (_response: unknown, query: ReportedQuery) => end(query));
  knex.on('query-error', (error: unknown, query: ReportedQuery) => end(query, toErrorType(error)));
}

/** Runs a transaction below a span of its own, which shows how long its connection was used. */
export const observeTransaction = <T>(run: () => Promise<T>): Promise<T> =>
  withSpan('transaction', { kind: 'client', attributes: toAttributes('transaction') }, run);

const toAttributes = (name: string) => ({ 'db.system.name': 'postgresql', 'db.query.summary': name });

function record(name: string, startedAt: number, errorType: string | undefined): void {
  getProcessMetrics()?.observe('db_client_operation_duration_seconds', (performance.now() - startedAt) / 1_000, {
    db_query_summary: name,
    error_type: errorType ?? '',
  });
}

/** The SQLSTATE, or the code of a socket: few values. */
function toErrorType(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^(?:[0-9A-Z]{5}|E[A-Z]{2,20})$/.test(code) ? code : UNNAMED;
}
