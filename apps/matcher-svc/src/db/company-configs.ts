import type { MatchingConfig } from '@svc/domain';
import { type Db, json, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { EMPTY_CONFIG, type VersionedConfig, type VersionedSettings } from '../domain/company-data.js';
import type { Pieces } from '../domain/stored-catalog.js';
import { PIECE_BYTES, readPieces } from './read-pieces.js';

interface Row {
  company_id: string;
  revision: string;
  version: string;
  config: MatchingConfig;
}

/** The current configuration; for an unknown company an empty one at version 0. */
export async function readConfig(db: Db, companyId: string): Promise<VersionedConfig> {
  const row = await db<Row>('company_configs').where({ company_id: companyId }).first('version', 'config');
  return row ? { version: Number(row.version), config: row.config } : EMPTY_CONFIG;
}

/** The configuration in force as JSON, not parsed here. @param options.withoutTagging - leaves out the tagging, which may be large. */
export async function readConfigJson(
  db: Db,
  companyId: string,
  { withoutTagging = false } = {},
): Promise<{ configJson: Buffer; version: number }> {
  const row: { config: string; version: string } | undefined = await db<Row>('company_configs')
    .where({ company_id: companyId })
    .first(
      'version',
      db.raw(
        withoutTagging
          ? `json_build_object('sets', config->'sets', 'funnels', config->'funnels')::text as config`
          : 'config::text as config',
      ),
    );
  if (row) return { configJson: Buffer.from(row.config, 'utf8'), version: Number(row.version) };
  const { tagging, ...settings } = EMPTY_CONFIG.config;
  const configJson = json.encode(withoutTagging ? settings : { tagging, ...settings });
  return { configJson, version: EMPTY_CONFIG.version };
}

/** Bytes that the configuration in force takes in the database, which compresses it. */
export async function readConfigSize(db: Db, companyId: string): Promise<number> {
  const row: { size: number } | undefined = await db<Row>('company_configs')
    .where({ company_id: companyId })
    .first(db.raw('pg_column_size(config) as size'));
  return row?.size ?? 0;
}

/** The stored bytes of the tagging. They are not parsed here, because they may be large. */
const TAGGING = `convert_to((config->'tagging')::text, 'UTF8')`;
const EMPTY_TAGGING = json.encode(EMPTY_CONFIG.config.tagging);

/** The current settings without the tagging. */
export async function readSettings(db: Db, companyId: string): Promise<VersionedSettings> {
  const { rows } = await db.raw<{ rows: (VersionedSettings['config'] & { version: string; digest: Buffer })[] }>(
    `select version, config->'sets' as sets, config->'funnels' as funnels, sha256(${TAGGING}) as digest
       from company_configs where company_id = ?`,
    [companyId],
  );
  if (!rows[0]) {
    const { version, config } = EMPTY_CONFIG;
    return { version, config, taggingDigest: sha256(EMPTY_TAGGING).toString('base64') };
  }
  const { version, sets, funnels, digest } = rows[0];
  return { version: Number(version), config: { sets, funnels }, taggingDigest: digest.toString('base64') };
}

/** The tagging of a version of the configuration as JSON; null: another version is current by now. */
export async function readTagging(db: Db, companyId: string, version: number): Promise<Pieces | null> {
  if (version === EMPTY_CONFIG.version) return [new Uint8Array(EMPTY_TAGGING)];
  const piece = async (offset: number) => {
    const { rows } = await db.raw<{ rows: { bytes: Buffer; length: number }[] }>(
      `select substring(tagging from ? for ${PIECE_BYTES}) as bytes, octet_length(tagging) as length
         from (select ${TAGGING} as tagging from company_configs where company_id = ? and version = ?) stored`,
      [offset + 1, companyId, version],
    );
    return rows[0] ?? null;
  };
  const first = await piece(0);
  return first && readPieces(first, async (offset) => (await piece(offset))?.bytes ?? null);
}

/** Locks the company's configuration until the transaction ends; inserts an empty one if there is none. */
export async function lockConfig(
  trx: Knex.Transaction,
  companyId: string,
): Promise<VersionedConfig & { revision: number }> {
  await trx('company_configs')
    .insert({
      company_id: companyId,
      revision: -1,
      version: EMPTY_CONFIG.version,
      config: JSON.stringify(EMPTY_CONFIG.config),
    })
    .onConflict('company_id')
    .ignore();
  const row = await trx<Row>('company_configs').where({ company_id: companyId }).forUpdate().first();
  return { revision: Number(row!.revision), version: Number(row!.version), config: row!.config };
}

/** Stores the revision of an apply that changed nothing. */
export async function writeRevision(trx: Knex.Transaction, companyId: string, revision: number): Promise<void> {
  await trx('company_configs').where({ company_id: companyId }).update({ revision });
}

/** Stores a changed configuration and increments its version. */
export async function writeConfig(
  trx: Knex.Transaction,
  companyId: string,
  revision: number,
  config: MatchingConfig,
): Promise<void> {
  await trx('company_configs')
    .where({ company_id: companyId })
    .update({
      revision,
      config: JSON.stringify(config),
      version: trx.raw('version + 1'),
      change_xid: trx.raw('change_stamp()'),
    });
}
