import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ComponentConfig, ComponentFunnel } from '../../loader/component-config.js';
import type { Runtime } from '../../loader/runtime.js';
import { fetchFunnel } from './fetch-funnel.js';
import { findFunnel } from './find-funnel.js';

const createFunnel = (subdomain: string): ComponentFunnel => ({
  subdomain,
  name: subdomain,
  address: `https://${subdomain}.svc.example`,
  state: 'PUBLISHED',
  hasSelfie: false,
});
const CONFIG = { domainAllowed: true, defaultFunnel: 'beauty', funnels: [createFunnel('beauty')] } as ComponentConfig;
const LONG: ComponentConfig = { ...CONFIG, hasMoreFunnels: true };

describe('findFunnel', () => {
  let requests: string[] = [];
  let warnings: string[] = [];
  let runtime: Runtime;

  beforeEach(() => {
    requests = [];
    warnings = [];
    runtime = {
      settings: { companyId: 'K1', includeDraftFunnel: true, platformBaseUrl: 'https://svc.example' },
      load: async () => ({ fetchFunnel }),
      warn: (code: string, text: string) => warnings.push(`${code}: ${text}`),
    } as unknown as Runtime;
    vi.stubGlobal('fetch', async (address: string) => {
      requests.push(address);
      if (address.includes('offline')) throw new TypeError('Failed to fetch');
      return Response.json({ funnels: [createFunnel('beauty'), createFunnel('skin')] });
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  it('is the named one, else the default funnel, without a request (docs/components.md B7.2)', async () => {
    expect((await findFunnel(runtime, LONG, 'beauty'))?.subdomain).toBe('beauty');
    expect((await findFunnel(runtime, LONG, false))?.subdomain).toBe('beauty');
    expect([requests, warnings]).toEqual([[], []]);
  });

  it('is requested where the configuration does not name all funnels (docs/components.md B4.9)', async () => {
    expect((await findFunnel(runtime, LONG, 'skin'))?.address).toBe('https://skin.svc.example');
    expect(requests).toEqual(['https://svc.example/api/components/v1/config?company=K1&funnel=skin&drafts=1']);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['is not in the configuration', CONFIG, 'skin', 0],
    ['is not in the answer either', LONG, 'hair', 1],
    ['cannot be requested', LONG, 'offline', 1],
  ])('a funnel that %s is a warning (docs/components.md B4.4)', async (_, config, name, count) => {
    expect(await findFunnel(runtime, config, name)).toBeNull();
    expect(requests).toHaveLength(count);
    expect(warnings).toEqual([`funnel: No published funnel ${name}.`]);
  });

  it('there is none on a page that the company does not list (docs/components.md B3.5)', async () => {
    expect(await findFunnel(runtime, { ...LONG, domainAllowed: false }, 'skin')).toBeNull();
    expect([requests, warnings]).toEqual([[], []]);
  });
});
