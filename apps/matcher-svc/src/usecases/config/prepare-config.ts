import type { MatchingConfigPatch } from '@svc/domain';
import { forCompany, json } from '@svc/kit';
import type { Knex } from 'knex';
import { readConfig } from '../../db/company-configs.js';
import { changedKeys } from '../../domain/apply-patch.js';
import { findUnknownTags, type Names, type UnknownNames } from './unknown-names.js';

/** A patch as it was sent, and the names that are looked for. */
export interface PrepareInput {
  companyId: string;
  /** `MatchingConfigPatch`, JSON. */
  patchJson: Uint8Array;
  names?: Names | undefined;
  /** The catalog will be another one, which the caller looks into. */
  catalogReplaced: boolean;
}

export interface PreparedConfig {
  /** Keys of the patch that differ from what is in force. */
  changed: string[];
  /** Which tags nothing has, where the tagging alone decides: the catalog will be another one. */
  unknown?: UnknownNames;
  /** Otherwise, if there are names: the tagging as it will be, with which the stored catalog is looked into. */
  taggingJson?: Uint8Array;
}

/** What a patch would change. Writes nothing. */
export async function prepareConfig(db: Knex, input: PrepareInput): Promise<PreparedConfig> {
  const { companyId, names, catalogReplaced } = input;
  const { config } = await forCompany(db, companyId, (trx) => readConfig(trx, companyId));
  const patch = json.decode<MatchingConfigPatch>(input.patchJson);
  const changed = changedKeys(config, patch);
  if (!names) return { changed };
  const tagging = patch.tagging ?? config.tagging;
  return catalogReplaced
    ? { changed, unknown: findUnknownTags(names, tagging) }
    : { changed, taggingJson: json.encode(tagging) };
}
