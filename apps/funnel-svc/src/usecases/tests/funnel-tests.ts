import type { FunnelTest } from '@svc/domain';
import { type Bus, type Clock, forCompany, funnelNotFound } from '@svc/kit';
import type { Knex } from 'knex';
import { raiseCompanyVersion } from '../../db/companies.js';
import { endTest, listTests, putTest } from '../../db/funnel-tests.js';
import { endHoldout, listHoldouts, putHoldout } from '../../db/holdouts.js';

export type FunnelTests = ReturnType<typeof createFunnelTests>;

/** Tests that run on funnels. Pages see a change with the next read, matches as soon as they follow it. */
export function createFunnelTests({ db, bus, clock }: { db: Knex; bus: Bus; clock: Clock }) {
  const publish = (companyId: string) => void bus.publish('company-changed', { companyId });
  return {
    /** @param funnelId - of a holdout empty. @throws ServiceError NOT_FOUND. */
    async set(companyId: string, funnelId: string, test: FunnelTest): Promise<void> {
      const isNew = await forCompany(db, companyId, async (trx) => {
        if (test.kind === 'HOLDOUT') {
          if (!(await putHoldout(trx, companyId, test))) return false;
          await raiseCompanyVersion(trx, companyId);
          return true;
        }
        const funnel = await trx('funnels')
          .where({ company_id: companyId, id: funnelId })
          .whereNull('archived_at')
          .first();
        if (!funnel) throw funnelNotFound();
        if (!(await putTest(trx, { companyId, funnelId }, test))) return false;
        await raiseCompanyVersion(trx, companyId);
        return true;
      });
      if (isNew) publish(companyId);
    },

    async end(companyId: string, experimentId: string): Promise<void> {
      const hasEnded = await forCompany(db, companyId, async (trx) => {
        const now = clock.now();
        const isOfFunnel = await endTest(trx, companyId, experimentId, now);
        if (!isOfFunnel && !(await endHoldout(trx, companyId, experimentId, now))) return false;
        await raiseCompanyVersion(trx, companyId);
        return true;
      });
      if (hasEnded) publish(companyId);
    },

    list: (companyId: string): Promise<{ id: string; endedAt: Date | null }[]> =>
      forCompany(db, companyId, async (trx) => [
        ...(await listTests(trx, companyId)),
        ...(await listHoldouts(trx, companyId)),
      ]),
  };
}
