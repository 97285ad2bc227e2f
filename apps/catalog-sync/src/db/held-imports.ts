import type { Clock, Db } from '@svc/kit';
import type { ImportSource } from '../domain/import-run.js';
import { DISCARDED_REASON, expiredReason, reasonsBySource, supersededReason } from '../domain/interrupted-reasons.js';
import { STAGED_COLUMNS } from '../feeds/copy-text.js';
import { isRunId, runNotFound } from './import-runs.js';
import type { Session } from './session.js';

/** The decision about a held run. */
export type Decision = 'APPLIED' | 'DISCARDED' | 'SUPERSEDED';

/** Days after which held rows without a decision are deleted. */
export const HELD_DAYS = 30;

const COLUMNS = STAGED_COLUMNS.join(', ');

/** A run that waits, or was decided. */
export interface HeldRun {
  id: string;
  isHeld: boolean;
  decision: Decision | null;
  source: ImportSource;
  currency: string | null;
}

/** Keeps the staged rows of a run that is held. */
export async function keepStaged(session: Session, runId: string): Promise<void> {
  await session.query(`insert into held_rows (run_id, ${COLUMNS}) select $1, ${COLUMNS} from staged`, [runId]);
}

/** Stages the rows of a held run again. */
export async function stageHeld(session: Session, runId: string): Promise<void> {
  await session.query(`insert into staged (${COLUMNS}) select ${COLUMNS} from held_rows where run_id = $1`, [runId]);
}

/**
 * The run, locked until the transaction ends.
 * @throws ServiceError NOT_FOUND also for another company's run.
 */
export async function lockRun(session: Session, companyId: string, id: string): Promise<HeldRun> {
  const rows = isRunId(id)
    ? await session.query<Omit<HeldRun, 'id' | 'isHeld'> & { state: string; dry_run: boolean }>(
        'select state, dry_run, decision, source, currency from import_runs where company_id = $1 and id = $2 for update',
        [companyId, id],
      )
    : [];
  if (rows[0] === undefined) throw runNotFound();
  const { state, dry_run: isDry, ...run } = rows[0];
  return { id, isHeld: state === 'HELD' && !isDry, ...run };
}

/** Ids of variants in force that a held run does not name, in catalog order; at most `limit`. */
export async function listHeldRemovals(db: Db, companyId: string, runId: string, limit: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select c.shop_system_id as id from variants c
      where c.company_id = ? and c.in_feed
        and not exists (select from held_rows h where h.run_id = ? and h.id = c.shop_system_id)
      order by c.position limit ?`,
    [companyId, runId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Ends a held run without its rows. */
export async function dropHeld(session: Session, runId: string, decision: Decision, clock: Clock): Promise<void> {
  await session.query('delete from held_rows where run_id = $1', [runId]);
  await session.query(
    `update import_runs set state = 'FAILED', reason = $2::jsonb ->> source, decision = $3, finished_at = $4 where id = $1`,
    [
      runId,
      reasonsBySource(decision === 'DISCARDED' ? () => DISCARDED_REASON : supersededReason),
      decision,
      clock.now(),
    ],
  );
}

/**
 * Ends the company's other held runs: what came later is in force or waits instead, and an older file must not replace it.
 * Within a transaction that holds the company's row of `catalogs`.
 */
export async function supersedeHeld(
  session: Session,
  companyId: string,
  by: string | null,
  clock: Clock,
): Promise<void> {
  // Locked before their rows, as every decision about one does.
  const rows = await session.query<{ id: string }>(
    `select id from import_runs
      where company_id = $1 and state = 'HELD' and not dry_run and id is distinct from $2 for update`,
    [companyId, by],
  );
  for (const { id } of rows) await dropHeld(session, id, 'SUPERSEDED', clock);
}

/** Number of runs, of all companies, that wait for a decision. */
export async function countHeld(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from all_import_runs where state = 'HELD' and not dry_run`,
  );
  return rows[0]?.count ?? 0;
}

/** Ends held runs, of every company, that were not decided in time. */
export async function dropExpiredHeld(session: Session): Promise<void> {
  await session.query(
    `with expired as (
       update all_import_runs set state = 'FAILED', reason = $1::jsonb ->> source, decision = 'DISCARDED'
        where state = 'HELD' and not dry_run and finished_at < now() - $2 * interval '1 day'
       returning id
     )
     delete from all_held_rows as held using expired where held.run_id = expired.id`,
    [reasonsBySource((source) => expiredReason(source, HELD_DAYS)), HELD_DAYS],
  );
}
