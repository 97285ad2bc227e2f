import type { Feed } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { ColumnMapping } from '../domain/column-mapping.js';
import { SYNC_LEASE_MS } from '../domain/feed-schedule.js';
import type { Session } from './session.js';

/** State of a company's feed, without its address. */
export interface FeedState {
  feed: Feed;
  /** What its file calls the columns; undefined: what they are called. */
  mapping: ColumnMapping | undefined;
  nextSyncAt: Date;
  /** Failed runs in a row. */
  failures: number;
  lastRunId: string | null;
  /** Of the last imported answer; undefined when the catalog in force was not made from it. */
  validators: Validators | undefined;
}

/** What an answer says about the version of what it holds. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

interface Row {
  company_id: string;
  feed: Feed;
  mapping: ColumnMapping | null;
  next_sync_at: Date;
  failures: number;
  last_run_id: string | null;
  etag: string | null;
  last_modified: string | null;
  holds: boolean | null;
}

/** The company's feed; undefined: it has none. */
export async function findFeed(db: Db, companyId: string): Promise<FeedState | undefined> {
  const row = (await db('feed_states as state')
    .join('catalogs as catalog', 'catalog.company_id', 'state.company_id')
    .where('state.company_id', companyId)
    .first(
      'catalog.feed',
      'catalog.mapping',
      'state.*',
      db.raw('(catalog.file_version = catalog.version and catalog.file_digest = state.file_digest) as holds'),
    )) as Row | undefined;
  if (!row) return undefined;
  return {
    feed: row.feed,
    mapping: row.mapping ?? undefined,
    nextSyncAt: row.next_sync_at,
    failures: row.failures,
    lastRunId: row.last_run_id,
    validators: row.holds ? { etag: row.etag, lastModified: row.last_modified } : undefined,
  };
}

/** Companies whose feed is due, at most `limit`; each is due again when its lease ends, unless `planSync` says otherwise. */
export async function claimDueFeeds(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { company_id: string }[] }>(
    `update all_feed_states set next_sync_at = ?
      where company_id in (
        select company_id from all_feed_states where next_sync_at <= ? order by next_sync_at limit ? for update skip locked)
      returning company_id`,
    [new Date(now.getTime() + SYNC_LEASE_MS), now, limit],
  );
  return rows.map((row) => row.company_id);
}

/** When the next feed is due; undefined without feeds. */
export async function findNextSync(db: Db): Promise<Date | undefined> {
  const row = (await db('all_feed_states').min('next_sync_at as at').first()) as { at: Date | null } | undefined;
  return row?.at ?? undefined;
}

/** Extends the lease, so that no other process takes the feed over while its run continues. */
export async function extendSync(db: Db, companyId: string, now: Date): Promise<void> {
  await db('feed_states')
    .where({ company_id: companyId })
    .update({ next_sync_at: new Date(now.getTime() + SYNC_LEASE_MS) });
}

/** Lets nothing change the feed, or how it is read, until the transaction ends: what does so writes its state too. */
export async function lockFeed(db: Db, companyId: string): Promise<void> {
  await db('feed_states').where({ company_id: companyId }).forUpdate().first('company_id');
}

/** Records how a run ended and when the next one is due. @param validators - undefined: those of the last imported answer stay. */
export async function planSync(
  db: Db,
  companyId: string,
  plan: { nextSyncAt: Date; failures: number; runId?: string; validators?: Validators & { fileDigest: Buffer } },
): Promise<void> {
  const { validators } = plan;
  await db('feed_states')
    .where({ company_id: companyId })
    .update({
      next_sync_at: plan.nextSyncAt,
      failures: plan.failures,
      ...(plan.runId === undefined ? {} : { last_run_id: plan.runId }),
      ...(validators
        ? { etag: validators.etag, last_modified: validators.lastModified, file_digest: validators.fileDigest }
        : {}),
    });
}

/** The last answer is to be sent again, whatever it is: it would be read in another way now. */
export async function clearValidators(db: Db, companyId: string): Promise<void> {
  await db('feed_states')
    .where({ company_id: companyId })
    .update({ etag: null, last_modified: null, file_digest: null });
}

/** Starts or ends the schedule of a feed that a blueprint changed. A new feed is due immediately. */
export async function scheduleFeed(session: Session, companyId: string, feed: Feed | null, now: Date): Promise<void> {
  if (feed === null) {
    await session.query('delete from feed_states where company_id = $1', [companyId]);
    return;
  }
  await session.query(
    `insert into feed_states (company_id, next_sync_at) values ($1, $2)
     on conflict (company_id) do update
       set next_sync_at = $2, failures = 0, etag = null, last_modified = null, file_digest = null`,
    [companyId, now],
  );
}
