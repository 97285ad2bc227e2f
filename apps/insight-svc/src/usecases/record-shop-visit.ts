import { utcDay } from '@svc/domain';
import { type Clock, sha256 } from '@svc/kit';
import type { Knex } from 'knex';
import { countShopVisit, expireSalts, expireShopVisits, loadSalt } from '../db/shop-activity.js';
import { SHOP_VISIT_MS, type ShopEvent } from '../domain/visits/shop-visit.js';

const EXPIRE_BATCH = 1_000;

/** Counts a page load of a shop page, each type of event of a funnel once. docs/insight.md N22. */
export function recordShopVisit({ db, clock }: { db: Knex; clock: Clock }) {
  let known: { day: string; salt: Promise<Buffer> } | undefined;
  const getSalt = (day: string): Promise<Buffer> => {
    if (known?.day === day) return known.salt;
    const salt = loadSalt(db, day);
    known = { day, salt };
    salt.catch(() => {
      known = undefined;
    });
    return salt;
  };
  return async (companyId: string, visitId: string, events: readonly ShopEvent[]): Promise<void> => {
    const now = clock.now();
    const salt = await getSalt(utcDay(now));
    const visitHash = sha256(`${salt.toString('hex')} ${visitId}`);
    await countShopVisit(db, companyId, visitHash, events, now);
  };
}

/** Deletes hashes of visits after 24 hours, and the salts of days that are over. docs/insight.md N22.3. */
export async function expireOldShopVisits(
  { db, clock }: { db: Knex; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  await expireSalts(db, utcDay(now));
  const before = new Date(now.getTime() - SHOP_VISIT_MS);
  while (!signal.aborted) {
    if ((await expireShopVisits(db, before, EXPIRE_BATCH)) < EXPIRE_BATCH) return;
  }
}
