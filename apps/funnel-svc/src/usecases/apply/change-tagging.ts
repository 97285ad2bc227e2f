import {
  type BlueprintName,
  type ColorTaxonomy,
  listWarnings,
  type Problem,
  type TaggingOperation,
  warnAboutBlueprint,
  warnAboutNames,
} from '@svc/domain';
import { type Clock, companyNotFound, createLimiter, type Db, json, setCompany } from '@svc/kit';
import type { Knex } from 'knex';
import { findCompany, findCompanyId } from '../../db/companies.js';
import { lockConfiguration } from '../../db/locks.js';
import { namesToAsk, toNameLookup } from '../../domain/apply/look-up-names.js';
import type { PartsDelivery } from './deliver-parts.js';
import type { ApplyParticipants } from './participants.js';
import { ask } from './prepare-parts.js';
import { saveApply } from './save-apply.js';

/** Transactions of this process that may wait for another service at a time. */
const MAX_CONCURRENT = 2;
const TIMEOUT_MS = 20_000;

interface ChangeDeps {
  db: Knex;
  participants: ApplyParticipants;
  delivery: PartsDelivery;
  clock: Clock;
}

/** What operations on tags did. */
export interface TaggingOutcome {
  /** Of the settings, as of this change. */
  settingsVersion: number;
  /** Of the settings before; the same if nothing changed. */
  previousVersion: number;
  /** Operations that changed something, and the others. */
  applied: number;
  withoutEffect: number;
  /** Paths are JSON pointers into `{ operations }`. */
  warnings: Problem[];
}

/**
 * Adds and removes tags of products and variants: an apply that has operations in place of a tagging. Only the operations are
 * stored and delivered; matcher-svc applies them to the tagging in force. docs/adr/0087-tags-are-changed-by-operations.md.
 * @throws ServiceError NOT_FOUND, INVALID_REQUEST or UNAVAILABLE.
 */
export function changeTagging(deps: ChangeDeps) {
  const inTurn = createLimiter(MAX_CONCURRENT);
  return async (handle: string, operations: TaggingOperation[]): Promise<TaggingOutcome> => {
    const { companyId, answer } = await inTurn(() =>
      deps.db.transaction((trx) => changeIn(trx, deps, handle, operations)),
    );
    await deps.delivery.deliver(companyId);
    return answer;
  };
}

async function changeIn(
  trx: Db,
  deps: ChangeDeps,
  handle: string,
  operations: TaggingOperation[],
): Promise<{ companyId: string; answer: TaggingOutcome }> {
  await lockConfiguration(trx, handle);
  const companyId = await findCompanyId(trx, handle);
  if (companyId !== undefined) await setCompany(trx, companyId);
  const company = companyId !== undefined && (await findCompany(trx, companyId));
  if (!company) throw companyNotFound();
  // What an interrupted apply left comes first, so that the answer is about the state that it leads to.
  await deps.delivery.deliver(company.id, trx);

  const names = listNames(operations);
  const toAsk = namesToAsk(names, { tagging: undefined, isNew: false });
  const patch = { taggingOperations: operations };
  const request = { companyId: company.id, patchJson: json.encode(patch), names: toAsk.names, catalogReplaced: false };
  const prepared = await ask('matching', deps.participants.matcher.prepareConfig(request, { timeoutMs: TIMEOUT_MS }));
  const { changed, version, operationsApplied } = prepared;
  const lookup = toNameLookup(toAsk, prepared);
  await saveApply(
    trx,
    {
      companyPlan: { company, isNew: false, changed: [] },
      funnelPlans: [],
      parts: { matching: patch, catalog: undefined },
      prepared: { matching: changed, catalog: [], lookup },
    },
    deps.clock.now(),
  );
  return {
    companyId: company.id,
    answer: {
      settingsVersion: changed.length > 0 ? version + 1 : version,
      previousVersion: version,
      applied: operationsApplied,
      withoutEffect: operations.length - operationsApplied,
      warnings: listWarnings([
        ...warnAboutColorTypes(operations, company.settings.colorTaxonomy),
        ...warnAboutNames(names, lookup),
      ]),
    },
  };
}

const listNames = (operations: readonly TaggingOperation[]): BlueprintName[] =>
  operations.map(({ kind, id }, index) => ({ kind, text: id, path: ['operations', index, 'id'], values: [id] }));

/** Warnings about color types of another taxonomy, as a file with these tags gets them. */
function warnAboutColorTypes(operations: readonly TaggingOperation[], taxonomy: ColorTaxonomy): Problem[] {
  const variants = Object.fromEntries(operations.map(({ add }, index) => [index, add]));
  const none = { subdomains: [], hosts: [], companyKeys: [] };
  const existing = { handle: '', funnels: [], setKeys: [], taken: none };
  return warnAboutBlueprint({ tagging: { products: {}, variants } }, existing, taxonomy).map(({ path, message }) => {
    const [index, place] = path.split('/').slice(-2);
    return { path: `/operations/${index}/add/${place}`, message };
  });
}
