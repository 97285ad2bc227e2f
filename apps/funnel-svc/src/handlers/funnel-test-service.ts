import type { FunnelTest } from '@svc/domain';
import { type Handlers, json, service, withoutNul } from '@svc/kit';
import { FunnelTestServiceService } from '@svc/proto';
import type { FunnelTests } from '../usecases/tests/funnel-tests.js';

/** Tests that run on funnels. The caller has checked them. */
export function createFunnelTestService(tests: FunnelTests) {
  const handlers: Handlers<typeof FunnelTestServiceService> = {
    async setFunnelTest({ companyId, funnelId, testJson }) {
      await tests.set(companyId, funnelId, json.decode<FunnelTest>(testJson));
      return {};
    },
    async endFunnelTest({ companyId, experimentId }) {
      await tests.end(companyId, experimentId);
      return {};
    },
    async listFunnelTests({ companyId }) {
      const found = await tests.list(companyId);
      return {
        tests: found.map(({ id, endedAt }) => ({ experimentId: id, ...(endedAt ? { endTime: endedAt } : {}) })),
      };
    },
  };
  return service(FunnelTestServiceService, withoutNul(handlers));
}
