import {
  type ChangedTagging,
  jsonPointer,
  MAX_BLUEPRINT_WARNINGS,
  MAX_TAGGING_TAGS,
  MAX_TAGS,
  type MatchingConfigPatch,
} from '@svc/domain';
import { forCompany, json, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { readConfig } from '../../db/company-configs.js';
import { changedKeys, changeTagging } from '../../domain/apply-patch.js';
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
  /** Version of the configuration in force. */
  version: number;
  /** How many operations on tags would change something. */
  operationsApplied: number;
  /** Which tags nothing has, where the tagging alone decides: the catalog will be another one. */
  unknown?: UnknownNames;
  /** Otherwise, if there are names: the tagging as it will be, with which the stored catalog is looked into. */
  taggingJson?: Uint8Array;
}

/** What a patch would change. Writes nothing. @throws ServiceError INVALID_REQUEST for operations that add too many tags. */
export async function prepareConfig(db: Knex, input: PrepareInput): Promise<PreparedConfig> {
  const { companyId, names, catalogReplaced } = input;
  const { config, version } = await forCompany(db, companyId, (trx) => readConfig(trx, companyId));
  const patch = json.decode<MatchingConfigPatch>(input.patchJson);
  const tagged = changeTagging(config, patch);
  refuseTooManyTags(tagged);
  const prepared = { changed: changedKeys(config, patch), version, operationsApplied: tagged.applied };
  if (!names) return prepared;
  const { tagging } = tagged;
  return catalogReplaced
    ? { ...prepared, unknown: findUnknownTags(names, tagging) }
    : { ...prepared, taggingJson: json.encode(tagging) };
}

function refuseTooManyTags({ overfull, tooLarge }: ChangedTagging): void {
  if (overfull.length === 0 && !tooLarge) return;
  const details = overfull.slice(0, MAX_BLUEPRINT_WARNINGS).map((index) => ({
    path: jsonPointer(['operations', index, 'add']),
    message: `A product or a variant must have at most ${MAX_TAGS} tags.`,
  }));
  if (tooLarge) {
    const message = `The tagging of a company must have at most ${MAX_TAGGING_TAGS.toLocaleString('en')} tags.`;
    details.push({ path: '/operations', message });
  }
  throw new ServiceError('INVALID_REQUEST', 'No tag was changed; details list what to change.', { details });
}
