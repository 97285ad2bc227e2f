import { type Clock, type Db, randomId, ServiceError } from '@svc/kit';
import { type ImportChanges, NO_CHANGES } from '../domain/import-changes.js';
import { MAX_REJECTIONS_IN_LISTS } from '../domain/import-limits.js';
import type {
  ImportProgress,
  ImportRun,
  ImportSource,
  ImportState,
  RunOutcome,
  RunReport,
} from '../domain/import-run.js';
import { EMPTY_REPORT } from '../domain/import-run.js';
import { abandonedReason, reasonsBySource } from '../domain/interrupted-reasons.js';
import type { Session } from './session.js';

/** Time after which a RUNNING run that gave no sign counts as killed. docs/reliability.md R5.6: at most 60 s. */
export const LEASE_SECONDS = 30;

interface Row {
  number: string;
  id: string;
  company_id: string;
  state: ImportState;
  dry_run: boolean;
  source: ImportSource;
  progress: ImportProgress | null;
  report: Partial<RunReport>;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
}

/** Everything but `changes`, which is large. */
const COLUMNS = [
  'number',
  'id',
  'company_id',
  'state',
  'dry_run',
  'source',
  'progress',
  'report',
  'reason',
  'created_at',
  'finished_at',
] as const satisfies (keyof Row)[];

/**
 * Begins a run. @throws ServiceError CONFLICT while the company has another one, with the time after which that one counts as
 * killed if its process gives no sign.
 */
export async function startRun(
  db: Db,
  input: { companyId: string; dryRun: boolean; source: ImportSource; currency?: string | undefined },
  clock: Clock,
): Promise<ImportRun> {
  for (;;) {
    await failAbandonedRun(db, input.companyId);
    const started = await insertRun(db, input, clock);
    if (started) return started;
    const lease = await findLease(db, input.companyId);
    // Undefined: the other run ended between the two statements.
    if (lease) throw alreadyRunning(lease);
  }
}

async function insertRun(
  db: Db,
  input: { companyId: string; dryRun: boolean; source: ImportSource; currency?: string | undefined },
  clock: Clock,
): Promise<ImportRun | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `insert into import_runs (id, company_id, state, dry_run, source, currency, lease_until, created_at)
     values (?, ?, 'RUNNING', ?, ?, ?, now() + ? * interval '1 second', ?)
     on conflict (company_id) where state = 'RUNNING' do nothing
     returning ${COLUMNS}`,
    [randomId(), input.companyId, input.dryRun, input.source, input.currency ?? null, LEASE_SECONDS, clock.now()],
  );
  return rows[0] && toRun(rows[0]);
}

interface Lease {
  until: Date;
  /** From now on, rounded up; 0 when it has ended. */
  seconds: number;
}

async function findLease(db: Db, companyId: string): Promise<Lease | undefined> {
  const { rows } = await db.raw<{ rows: Lease[] }>(
    `select lease_until as until, greatest(0, ceil(extract(epoch from lease_until - now())))::int as seconds
       from import_runs where company_id = ? and state = 'RUNNING'`,
    [companyId],
  );
  return rows[0];
}

const alreadyRunning = ({ until, seconds }: Lease) =>
  new ServiceError(
    'CONFLICT',
    'An import of this company is already running; repeat the request when it has finished. ' +
      `If its process was killed, it ends with its lease at ${until.toISOString()} (in ${seconds} s).`,
    { retryAfterS: Math.max(1, seconds) },
  );

/** Shows that the run's process lives, and how far it is. */
export async function extendLease(db: Db, id: string, progress: ImportProgress): Promise<void> {
  await db.raw(
    `update import_runs set lease_until = now() + ? * interval '1 second', progress = ? where id = ? and state = 'RUNNING'`,
    [LEASE_SECONDS, JSON.stringify(progress), id],
  );
}

const failAbandonedIn = (table: string): string =>
  `update ${table} set state = 'FAILED', reason = ?::jsonb ->> source, finished_at = now()
    where state = 'RUNNING' and lease_until < now()`;

/** Ends the company's run if its process is gone. */
async function failAbandonedRun(db: Db, companyId: string): Promise<void> {
  await db.raw(`${failAbandonedIn('import_runs')} and company_id = ?`, [reasonsBySource(abandonedReason), companyId]);
}

/** Ends runs, of every company, whose process is gone. */
export async function failAbandonedRuns(db: Db): Promise<void> {
  await db.raw(failAbandonedIn('all_import_runs'), [reasonsBySource(abandonedReason)]);
}

/** Days for which runs and their reports are kept. */
const HISTORY_DAYS = 90;

/** Deletes runs, of every company, that ended long ago. */
export async function deleteOldRuns(db: Db): Promise<void> {
  await db.raw(
    `delete from all_import_runs where finished_at < now() - ? * interval '1 day' and state not in ('RUNNING', 'HELD')`,
    [HISTORY_DAYS],
  );
}

/** The run was marked as abandoned, because its process did not extend its lease in time. Its changes must not be committed. */
export class RunAbandonedError extends Error {}

/** Records the outcome of a run, in the transaction of its changes. @throws RunAbandonedError */
export async function finishRun(session: Session, id: string, outcome: RunOutcome, clock: Clock): Promise<ImportRun> {
  const rows = await session.query<Row>(
    `update import_runs set state = $2, report = $3, reason = $4, finished_at = $5, changes = $6
      where id = $1 and state = 'RUNNING' returning ${COLUMNS}`,
    [
      id,
      outcome.state,
      JSON.stringify(outcome.report),
      outcome.reason ?? null,
      clock.now(),
      outcome.changes ? JSON.stringify(outcome.changes) : null,
    ],
  );
  if (rows[0] === undefined) throw new RunAbandonedError(`Import run ${id} was marked as abandoned before it ended.`);
  return toRun(rows[0]);
}

/** Ends a held run whose rows became the catalog in force, with what that changed; its rows go. */
export async function finishHeldRun(
  session: Session,
  id: string,
  { created, updated, unchanged, removed }: Pick<RunReport, 'created' | 'updated' | 'unchanged' | 'removed'>,
  clock: Clock,
): Promise<void> {
  await session.query('delete from held_rows where run_id = $1', [id]);
  await session.query(
    `update import_runs
        set state = 'SUCCEEDED', decision = 'APPLIED', reason = null, report = report || $2::jsonb, finished_at = $3
      where id = $1`,
    [id, JSON.stringify({ created, updated, unchanged, removed }), clock.now()],
  );
}

/** @throws ServiceError NOT_FOUND also for another company's run. */
export async function findRun(db: Db, companyId: string, id: string): Promise<ImportRun> {
  await failAbandonedRun(db, companyId);
  const row = isRunId(id)
    ? await db<Row>('import_runs')
        .where({ company_id: companyId, id })
        .first([...COLUMNS])
    : undefined;
  if (row === undefined) throw runNotFound();
  return toRun(row);
}

/** A sample of what a run changes; empty when nothing was compared. Fails like `findRun`. */
export async function findChanges(db: Db, companyId: string, id: string): Promise<ImportChanges> {
  const row = isRunId(id)
    ? await db<Row & { changes: ImportChanges | null }>('import_runs')
        .where({ company_id: companyId, id })
        .first('changes')
    : undefined;
  if (row === undefined) throw runNotFound();
  return row.changes ?? NO_CHANGES;
}

/** PostgreSQL would refuse a NUL character, so what cannot be an id is not asked for. */
export const isRunId = (id: string): boolean => /^[0-9A-Za-z]{1,64}$/.test(id);

export const runNotFound = (): ServiceError => new ServiceError('NOT_FOUND', 'No import with this id.');

/** The report with the first rejected rows, since a page of runs would be too large with all of them. */
const SHORT_REPORT = `report || jsonb_build_object('rejected',
  jsonb_path_query_array(report, '$.rejected[0 to ${MAX_REJECTIONS_IN_LISTS - 1}]')) as report`;

/** Newest first. @param before - the number of the last run of the page before. */
export async function listRuns(
  db: Db,
  companyId: string,
  page: { limit: number; before?: number },
): Promise<{ runs: ImportRun[]; next?: number }> {
  await failAbandonedRun(db, companyId);
  const query = db<Row>('import_runs')
    .where({ company_id: companyId })
    .orderBy('number', 'desc')
    .select<Row[]>([...COLUMNS.filter((column) => column !== 'report'), db.raw(SHORT_REPORT)]);
  if (page.before !== undefined) query.where('number', '<', page.before);
  const rows = await query.limit(page.limit + 1);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return { runs: shown.map(toRun), ...(rows.length > page.limit && last ? { next: Number(last.number) } : {}) };
}

function toRun(row: Row): ImportRun {
  return {
    id: row.id,
    companyId: row.company_id,
    state: row.state,
    dryRun: row.dry_run,
    source: row.source,
    progress: row.state === 'RUNNING' ? row.progress : null,
    report: { ...EMPTY_REPORT, ...row.report },
    reason: row.reason,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
