import { companyNotFound } from '@svc/kit';
import type { FakeHandlers } from './fake-services.js';
import { type Ask, PLATFORM_TOKEN, startGateway, type TestGateway } from './start-gateway.js';

export const ADMIN = '/api/admin/v1/companies';
export const GLOW = `${ADMIN}/glow`;
export const NEXT_TOKEN = 'the-token-that-replaces-the-one-of-the-tests';
export const T0 = new Date('2026-11-21T10:00:00Z');

/** A company `glow`; every other handle is unknown. */
const funnelAdmin = (): NonNullable<FakeHandlers['funnelAdmin']> => ({
  getCompany: async ({ handle }) => {
    if (handle !== 'glow') throw companyNotFound();
    return { companyId: 'company-1', name: 'Glow', language: 'en', currency: 'CHF' };
  },
});

/** The management API of a company `glow`, for the platform token. */
export function createAdminApi() {
  let current: TestGateway | undefined;
  const getGateway = (): TestGateway => {
    if (!current) throw new Error('The gateway was not started.');
    return current;
  };

  const admin = (path: string, { headers = {}, ...options }: Ask = {}) =>
    getGateway().ask(path, { headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, ...headers }, ...options });
  const sendJson = (method: string, path: string, body: unknown) =>
    admin(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const getCalls = (method: string) => getGateway().services.calls[method] ?? [];

  return {
    async start() {
      current = await startGateway({
        handlers: { funnelAdmin: funnelAdmin() },
        env: { PLATFORM_TOKEN: `${PLATFORM_TOKEN},${NEXT_TOKEN}` },
      });
    },
    ...{ admin, sendJson, getCalls },
    get gateway() {
      return getGateway();
    },
    stop: async () => current?.stop(),
  };
}
