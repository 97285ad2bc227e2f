import { type Bus, type Clock, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { lockCatalog, raiseVersion, setCurrency, setSource } from '../db/catalogs.js';
import { dropHeld, listHeldRemovals, lockRun, stageHeld, supersedeHeld } from '../db/held-imports.js';
import { findRun, finishHeldRun } from '../db/import-runs.js';
import { changesCatalog, diffStaging, mergeStaging } from '../db/merge-staging.js';
import { withSession } from '../db/session.js';
import { createStaging } from '../db/staging.js';
import type { ImportRun } from '../domain/import-run.js';
import { hurryNextSync } from '../shopify/shops.js';
import { publishChange } from './publish-change.js';

interface Deps {
  db: Knex;
  bus: Bus;
  clock: Clock;
}

/**
 * Puts the rows of a held run in force, whatever the guard says, after comparing them with the catalog that is in force now.
 * Idempotent: a repeated call returns the finished run. docs/reliability.md R5.2.
 * @throws ServiceError NOT_FOUND, or CONFLICT for a run that is not held.
 */
export async function applyHeldImport(deps: Deps, companyId: string, id: string): Promise<ImportRun> {
  const { db, bus, clock } = deps;
  const isChanged = await withSession(db, companyId, (session) =>
    session.transaction(async () => {
      await lockCatalog(session, companyId);
      const run = await lockRun(session, companyId, id);
      if (run.decision === 'APPLIED') return false;
      if (!run.isHeld) throw toNotHeldError('applied');
      await createStaging(session);
      await stageHeld(session, id);
      const diff = await diffStaging(session, companyId);
      const isOther = changesCatalog(diff);
      if (isOther) await mergeStaging(session, companyId, diff);
      const hasNewCurrency = run.currency !== null && (await setCurrency(session, companyId, run.currency));
      const changes = isOther || hasNewCurrency;
      if (changes) await raiseVersion(session, companyId);
      await setSource(session, companyId, run.source);
      await finishHeldRun(session, id, diff, clock);
      await supersedeHeld(session, companyId, id, clock);
      // Products that changed while the run was held are in its rows as they were before.
      if (run.source === 'SHOPIFY') await hurryNextSync(session, companyId, clock.now());
      return changes;
    }),
  );
  if (isChanged) publishChange(bus, companyId);
  return forCompany(db, companyId, (trx) => findRun(trx, companyId, id));
}

/** Deletes the rows of a held run. Idempotent. Fails like `applyHeldImport`. */
export async function discardHeldImport({ db, clock }: Deps, companyId: string, id: string): Promise<void> {
  await withSession(db, companyId, (session) =>
    session.transaction(async () => {
      const run = await lockRun(session, companyId, id);
      if (run.decision === 'DISCARDED') return;
      if (!run.isHeld) throw toNotHeldError('discarded');
      await dropHeld(session, id, 'DISCARDED', clock);
    }),
  );
}

/** Removed variants that are listed; a catalog has up to twice as many. */
const MAX_REMOVED = 100_000;

/** Ids of the variants in force now that applying a held run would remove, in catalog order. Fails like `applyHeldImport`. */
export async function listRemovedVariants({ db }: Deps, companyId: string, id: string): Promise<string[]> {
  return forCompany(db, companyId, async (trx) => {
    const expectHeld = async () => {
      const run = await findRun(trx, companyId, id);
      if (run.state !== 'HELD' || run.dryRun) throw toNotHeldError('compared');
    };
    await expectHeld();
    const removed = await listHeldRemovals(trx, companyId, id, MAX_REMOVED);
    // A decision in the meantime deletes the rows, and then every variant seems to be removed.
    await expectHeld();
    return removed;
  });
}

const toNotHeldError = (what: string) =>
  new ServiceError('CONFLICT', `Only a run whose state is HELD can be ${what}; a dry run keeps no rows.`);
