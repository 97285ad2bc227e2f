import type { Db } from '@svc/kit';
import type { FunnelKey, ModelSummary } from '../domain/funnel-model.js';
import type { EncodedModel } from '../learning/model-codec.js';

interface Row {
  company_id: string;
  funnel_id: string;
  version: number;
  data: Buffer;
  checksum: Buffer;
  until_day: string;
  days: number;
  sessions: string;
  impressions: string;
  variants: number;
  options: number;
  built_at: Date;
}

const of = ({ companyId, funnelId }: FunnelKey) => ({ company_id: companyId, funnel_id: funnelId });

const toSummary = (row: Row): ModelSummary => ({
  version: row.version,
  untilDay: row.until_day,
  days: row.days,
  sessions: Number(row.sessions),
  impressions: Number(row.impressions),
  variants: row.variants,
  options: row.options,
  builtAt: row.built_at,
});

/**
 * Lists the models of a funnel, newest first, without their data.
 * @param before - only versions older than this one.
 */
export async function listModels(db: Db, key: FunnelKey, limit: number, before?: number): Promise<ModelSummary[]> {
  const query = db('funnel_models').where(of(key)).orderBy('version', 'desc').limit(limit);
  if (before !== undefined) query.where('version', '<', before);
  const rows = await query.select<Row[]>(
    'version',
    db.raw('until_day::text as until_day'),
    'days',
    'sessions',
    'impressions',
    'variants',
    'options',
    'built_at',
  );
  return rows.map(toSummary);
}

/** A stored model, not validated; null if there is none. */
export async function readModel(db: Db, key: FunnelKey, version: number): Promise<EncodedModel | null> {
  const row = await db<Row>('funnel_models')
    .where({ ...of(key), version })
    .first('data', 'checksum');
  return row ?? null;
}

export async function insertModel(
  db: Db,
  key: FunnelKey,
  { data, checksum }: EncodedModel,
  summary: Omit<ModelSummary, 'builtAt'>,
): Promise<void> {
  const { version, untilDay, days, sessions, impressions, variants, options } = summary;
  await db('funnel_models').insert({
    ...of(key),
    version,
    data,
    checksum,
    until_day: untilDay,
    days,
    sessions,
    impressions,
    variants,
    options,
  });
}

/** Replaces the bytes of damaged models: rows of the funnel that have this checksum but other bytes. */
export async function healModels(db: Db, key: FunnelKey, { data, checksum }: EncodedModel): Promise<boolean> {
  const healed = await db('funnel_models')
    .where({ ...of(key), checksum })
    .whereNot({ data })
    .update({ data });
  return healed > 0;
}

/** Deletes all models of a funnel except the newest ones and the active one. */
export async function pruneModels(db: Db, key: FunnelKey, keep: number, active: number | null): Promise<void> {
  const newest = db('funnel_models').where(of(key)).orderBy('version', 'desc').limit(keep).select('version');
  const query = db('funnel_models').where(of(key)).whereNotIn('version', newest);
  if (active !== null) query.whereNot({ version: active });
  await query.delete();
}
