import { ServiceError } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      funnelPages: {
        async getFunnelPage({ host }) {
          const name = host?.name?.value;
          if (name === 'beauty' || name === 'beauty.glow.example') {
            return { companyId: 'c', funnelId: 'f', domains: [], paused: true, pageJson: Buffer.from('{}') };
          }
          if (name === 'new.glow.example') throw new ServiceError('FUNNEL_NOT_PUBLISHED', 'It has no version.');
          if (name === 'down.glow.example') throw new ServiceError('UNAVAILABLE', 'The database is down.');
          throw new ServiceError('NOT_FOUND', 'No funnel has this host.');
        },
      },
    },
  });
});
afterAll(() => gateway.stop());

const ask = async (domain: string) =>
  (await gateway.ask(`/api/certificate-host?domain=${encodeURIComponent(domain)}`)).status;

// docs/operations.md "In front of the gateway"
describe('GET /api/certificate-host', () => {
  it.each([
    ['the base domain', 'svc.test'],
    ['the dashboard', 'dashboard.svc.test'],
    ['a sub-domain of a funnel', 'beauty.svc.test'],
    ['a funnel’s own host, in any letter case', 'Beauty.glow.example'],
    ['a host whose funnel has no version yet', 'new.glow.example'],
  ])('%s may have a certificate (docs/contract.md C2.1)', async (_, domain) => {
    expect(await ask(domain)).toBe(200);
  });

  it.each([
    ['a host that only points here', 'stranger.example'],
    ['a sub-domain without a funnel', 'unknown.svc.test'],
    ['a reserved sub-domain', 'www.svc.test'],
    ['a name below a sub-domain', 'a.beauty.svc.test'],
    ['an address', '203.0.113.7'],
  ])('%s may not', async (_, domain) => {
    expect(await ask(domain)).toBe(404);
  });

  it.each(['', 'beauty.glow.example:443', 'not a host', 'a/../b'])('%j is INVALID_QUERY', async (domain) => {
    expect(await ask(domain)).toBe(400);
  });

  it('while funnel-svc cannot answer, no certificate is issued, and the ingress may ask again', async () => {
    expect(await ask('down.glow.example')).toBe(503);
  });
});
