import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Call, send } from '../../support/http.js';
import type { Launched } from '../../support/processes.js';
import { question } from '../../support/quiz.js';
import { admin } from '../../support/services.js';

const CONFIG = '/api/components/v1/config';
const PAGE = '/api/components/v1/page';
const SHOP = 'https://shop.glow.example';

/** docs/components.md B1, B3, B4, B10.12. The whole system over real HTTP, as a shop page calls it. */
export function components(getSystem: () => Launched): void {
  describe('what browser components request', () => {
    let system: Launched;
    let companyKey: string;

    beforeAll(async () => {
      system = getSystem();
      const management = admin(system.origin, system.platformToken);
      const published = { steps: [question(1, { dry: {}, oily: {} })] };
      const product = (id: string) => ({
        shopSystemId: id,
        name: id,
        url: `${SHOP}/p/${id.toLowerCase()}?variant=${id}-1`,
        variants: [{ shopSystemId: `${id}-1`, name: id, available: true }],
      });
      const answer = await management.apply('glow', {
        name: 'Glow',
        domains: ['shop.glow.example', 'both.example'],
        settings: {
          defaultFunnel: 'glow-quiz',
          zIndex: { popup: null, widget: 900 },
          theme: { accentColor: '#7d3552' },
          tracking: { consent: 'REQUIRED' },
        },
        catalog: { products: [product('VELVET'), product('SET')] },
        sets: [
          { key: 'set', name: 'Set', variantId: 'SET-1', variants: [{ id: 'VELVET-1', quantity: 1 }], lift: 'all' },
        ],
        funnels: [
          { subdomain: 'glow-quiz', name: 'Find your glow', published },
          { subdomain: 'glow-next', name: 'Next', draft: published },
        ],
      });
      expect(answer.status, answer.text).toBe(200);
      companyKey = answer.body.company.companyKey;
      await management.apply('other', { domains: ['both.example'], funnels: [{ subdomain: 'other-quiz', published }] });
    });

    const get = (path: string, call: Call = {}) => send(system.origin, path, call);
    const onFunnelHost = (path: string, call: Call = {}) =>
      get(path, { ...call, host: `glow-quiz.localhost:${system.port}` });

    it('the same settings, by company key, by the page’s domain and by the host of a funnel', async () => {
      const byKey = await get(`${CONFIG}?company=${companyKey}&locale=de`, { headers: { origin: SHOP } });
      expect(byKey.status, byKey.text).toBe(200);
      expect(byKey.body).toMatchObject({
        company: 'glow',
        domainAllowed: true,
        zIndex: { popup: null, widget: 900, floatingActionButton: null },
        theme: { accentColor: '#7d3552', onAccentColor: '#ffffff' },
        defaultFunnel: 'glow-quiz',
        funnels: [
          {
            subdomain: 'glow-quiz',
            name: 'Find your glow',
            address: `http://glow-quiz.localhost:${system.port}`,
            state: 'PUBLISHED',
            hasSelfie: false,
          },
        ],
        tracking: { consent: 'REQUIRED', attributionDays: 7 },
        productPaths: ['/p/'],
        texts: { language: 'de' },
      });
      const byDomain = await get(`${CONFIG}?domain=shop.glow.example&locale=de`);
      const byHost = await onFunnelHost(`${CONFIG}?locale=de`, { headers: { origin: SHOP } });
      expect([byDomain.text, byHost.text]).toEqual([byKey.text, byKey.text]);
      const withDrafts = await get(`${CONFIG}?company=${companyKey}&drafts=1`);
      expect(withDrafts.body.funnels.map(({ state }: { state: string }) => state)).toEqual(['PUBLISHED', 'DRAFT']);
    });

    it('a page that is not the company’s is recognized, and a domain of two companies needs the key', async () => {
      const foreign = await get(`${CONFIG}?company=${companyKey}`, { headers: { origin: 'https://evil.example' } });
      expect([foreign.status, foreign.body.domainAllowed]).toEqual([200, false]);
      const both = await get(`${CONFIG}?domain=both.example`);
      expect([both.status, both.body.message]).toEqual([
        404,
        'Set COMPANY_ID: this domain belongs to more than one account.',
      ]);
      expect((await get(`${CONFIG}?company=${companyKey}&domain=both.example`)).body.domainAllowed).toBe(true);
    });

    it.each(['api', 'funnel'])('the product of a page, on the %s host', async (kind) => {
      const call = kind === 'api' ? get : onFunnelHost;
      const find = async (url: string) =>
        (await call(`${PAGE}?company=${companyKey}&url=${encodeURIComponent(url)}`)).body.product;
      expect(await find('http://www.shop.glow.example/p/velvet/?variant=VELVET-1&utm_source=x')).toEqual({
        id: 'VELVET',
        isSet: false,
      });
      expect(await find(`${SHOP}/p/set`)).toEqual({ id: 'SET', isSet: true });
      expect(await find(`${SHOP}/about`)).toBeNull();
    });

    it('the script, and every file of its release with the digest that integrity.json names (docs/components.md B1.5, B1.6)', async () => {
      for (const call of [get, onFunnelHost]) {
        const script = await call('/components.js');
        expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
        const [, version] = /\/?v\/(\d+\.\d+\.\d+)\//.exec(script.text) ?? [];
        const { body } = await call(`/v/${version}/integrity.json`);
        expect(body.version).toBe(version);
        const files = Object.entries(body.files);
        expect(files.length).toBeGreaterThan(3);
        for (const [path, integrity] of files) {
          const file = await call(path);
          expect([path, file.status]).toEqual([path, 200]);
          expect(`sha384-${createHash('sha384').update(file.text).digest('base64')}`).toBe(integrity);
          expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        }
      }
    });

    it('a change of the company shows with the next request', async () => {
      const management = admin(system.origin, system.platformToken);
      await management.apply('glow', { funnels: [{ subdomain: 'glow-quiz', paused: true }] });
      const { body } = await get(`${CONFIG}?company=${companyKey}`);
      expect(body.funnels).toEqual([]);
      await management.apply('glow', { funnels: [{ subdomain: 'glow-quiz', paused: false }] });
      expect((await get(`${CONFIG}?company=${companyKey}`)).body.funnels).toHaveLength(1);
    });
  });
}
