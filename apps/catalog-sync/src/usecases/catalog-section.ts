import type { CatalogSection } from '@svc/domain';
import { type Bus, type Clock, canonicalJson, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import {
  type CatalogRow,
  findCatalog,
  lockCatalog,
  raiseVersion,
  setCurrency,
  setSource,
  updateCatalog,
} from '../db/catalogs.js';
import { scheduleFeed } from '../db/feed-states.js';
import { supersedeHeld } from '../db/held-imports.js';
import { changesCatalog, diffStaging, mergeStaging } from '../db/merge-staging.js';
import { type Session, withSession } from '../db/session.js';
import { publishChange } from './publish-change.js';
import { stageSection } from './stage-section.js';

/**
 * What applying the section would change: `catalog`, `feed`. A catalog that is the one applied last, or equal to the one in
 * force, changes nothing. docs/management.md "Applying".
 */
export async function prepareCatalog(db: Knex, companyId: string, section: CatalogSection): Promise<string[]> {
  return withSession(db, companyId, (session) =>
    session.transaction(async () => {
      const current = await findCatalog(session, companyId);
      const changed: string[] = [];
      if (section.catalog !== undefined && !isAppliedLast(section.catalog, current)) {
        await stageSection(session, section.catalog.products);
        if (changesCatalog(await diffStaging(session, companyId))) changed.push('catalog');
      }
      if (section.feed !== undefined && canonicalJson(section.feed) !== canonicalJson(current.feed))
        changed.push('feed');
      return changed;
    }),
  );
}

/** Applies the section in one transaction, once per revision: an older or repeated revision changes nothing. */
export async function applyCatalog(
  deps: { db: Knex; bus: Pick<Bus, 'publish'>; clock: Clock },
  input: { companyId: string; revision: number; section: CatalogSection },
): Promise<void> {
  const { companyId, revision, section } = input;
  const isChanged = await withSession(deps.db, companyId, (session) =>
    session.transaction(async () => {
      const current = await lockCatalog(session, companyId);
      if (revision <= current.revision) return false;
      const isReplaced =
        section.catalog !== undefined &&
        !isAppliedLast(section.catalog, current) &&
        (await replaceProducts(session, companyId, section.catalog, deps.clock));
      await updateCatalog(session, companyId, {
        revision,
        ...(section.catalog === undefined ? {} : { blueprintDigest: toDigest(section.catalog) }),
        ...(section.feed === undefined ? {} : { feed: section.feed }),
      });
      if (section.feed !== undefined && canonicalJson(section.feed) !== canonicalJson(current.feed)) {
        await scheduleFeed(session, companyId, section.feed, deps.clock.now());
      }
      const hasNewCurrency =
        section.currency !== undefined && (await setCurrency(session, companyId, section.currency));
      if (isReplaced || hasNewCurrency) await raiseVersion(session, companyId);
      return isReplaced || hasNewCurrency;
    }),
  );
  if (isChanged) publishChange(deps.bus, companyId);
}

async function replaceProducts(
  session: Session,
  companyId: string,
  catalog: NonNullable<CatalogSection['catalog']>,
  clock: Clock,
): Promise<boolean> {
  await stageSection(session, catalog.products);
  const diff = await diffStaging(session, companyId);
  if (!changesCatalog(diff)) return false;
  await mergeStaging(session, companyId, diff);
  await setSource(session, companyId, 'BLUEPRINT');
  await supersedeHeld(session, companyId, null, clock);
  return true;
}

function isAppliedLast(catalog: NonNullable<CatalogSection['catalog']>, current: CatalogRow): boolean {
  return current.blueprintDigest?.equals(toDigest(catalog)) ?? false;
}

function toDigest(catalog: NonNullable<CatalogSection['catalog']>): Buffer {
  return sha256(canonicalJson(catalog));
}
