import type { MatchingConfig } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { Knex } from 'knex';
import { EMPTY_CONFIG, type VersionedConfig } from '../domain/company-data.js';

interface Row {
  company_id: string;
  revision: string;
  version: string;
  config: MatchingConfig;
}

/** The configuration in force; that of an unknown company is empty at version 0. */
export async function readConfig(db: Db, companyId: string): Promise<VersionedConfig> {
  const row = await db<Row>('company_configs').where({ company_id: companyId }).first('version', 'config');
  return row ? { version: Number(row.version), config: row.config } : EMPTY_CONFIG;
}

/** Locks the company's configuration until the transaction ends; makes an empty one if there is none. */
export async function lockConfig(
  transaction: Knex.Transaction,
  companyId: string,
): Promise<VersionedConfig & { revision: number }> {
  await transaction('company_configs')
    .insert({
      company_id: companyId,
      revision: -1,
      version: EMPTY_CONFIG.version,
      config: JSON.stringify(EMPTY_CONFIG.config),
    })
    .onConflict('company_id')
    .ignore();
  const row = await transaction<Row>('company_configs').where({ company_id: companyId }).forUpdate().first();
  return { revision: Number(row!.revision), version: Number(row!.version), config: row!.config };
}

/** Notes an apply that changed nothing. */
export async function writeRevision(transaction: Knex.Transaction, companyId: string, revision: number): Promise<void> {
  await transaction('company_configs').where({ company_id: companyId }).update({ revision });
}

/** Writes a changed configuration and raises its version. */
export async function writeConfig(
  transaction: Knex.Transaction,
  companyId: string,
  revision: number,
  config: MatchingConfig,
): Promise<void> {
  await transaction('company_configs')
    .where({ company_id: companyId })
    .update({
      revision,
      config: JSON.stringify(config),
      version: transaction.raw('version + 1'),
      change_xid: transaction.raw('pg_current_xact_id()'),
    });
}
