import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal, startContract } from '../../support/contract-api.js';
import { options, question } from '../../support/contract-company.js';
import { type Matching, startMatching } from '../../support/match-company.js';
import { head, sendRaw } from '../../support/raw-http.js';

const CACHEABLE = 'public, max-age=900, s-maxage=600, stale-while-revalidate=300';
const CDN_CACHEABLE = 'public, max-age=600, stale-while-revalidate=300';

/** docs/contract.md C11, C13, C18. */
describe('matches in caches and at their limits', () => {
  let api: ContractApi;
  let matching: Matching;
  const matches: Matching['matches'] = (...call) => matching.matches(...call);
  const matched: Matching['matched'] = (...call) => matching.matched(...call);

  beforeAll(async () => {
    api = await startContract();
    matching = await startMatching(api);
  });
  afterAll(() => api?.system.stop());

  describe('caching and CORS', () => {
    it('a success is cacheable for 900 s, in CDNs for 600 s, then while it is revalidated (docs/contract.md C13.1)', async () => {
      const { headers } = await matches('tabs');
      expect(headers['cache-control']).toBe(CACHEABLE);
      expect(headers['cdn-cache-control']).toBe(CDN_CACHEABLE);
      expect(headers.etag).toMatch(/^"[^"]+"$/);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    });

    it('HEAD gives the same cache headers and ETag as GET, without a body (docs/contract.md C13.1, C13.2)', async () => {
      for (const query of ['', '?resultPage=true&locale=de', '?variantId=dry-1&variantId=dry-2']) {
        const [get, head] = [await matches('tabs', query), await matches('tabs', query, { method: 'HEAD' })];
        expect([head.status, head.text]).toEqual([200, '']);
        const names = [
          'cache-control',
          'cdn-cache-control',
          'etag',
          'access-control-allow-origin',
          'content-type',
          'vary',
        ];
        for (const name of names) expect(head.headers[name], name).toBe(get.headers[name]);
      }
    });

    it('If-None-Match with the ETag is 304 with the caching headers, for GET and HEAD, cold and warm (docs/contract.md C13.2)', async () => {
      for (const query of ['?variantId=dry-1', '?variantId=dry-1', '?resultPage=true']) {
        const { etag } = (await matches('tabs', query, { method: 'HEAD' })).headers as { etag: string };
        for (const method of ['GET', 'HEAD', 'GET']) {
          for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
            const answer = await matches('tabs', query, { method, headers: { 'if-none-match': value } });
            expect([answer.status, answer.text], `${method} ${value}`).toEqual([304, '']);
            expect(answer.headers.etag).toBe(etag);
            expect(answer.headers['cache-control']).toBe(CACHEABLE);
            expect(answer.headers['access-control-allow-origin']).toBe('*');
            expect(answer.headers['content-type']).toBeUndefined();
          }
        }
        const other = await matches('tabs', query, { headers: { 'if-none-match': '"other"' } });
        expect(other.status).toBe(200);
      }
    });

    it('the ETag differs by analysis and by query (docs/contract.md C13.2)', async () => {
      const etags = new Set<unknown>();
      for (const name of ['tabs', 'off', 'tabs, oily']) {
        for (const query of [
          '',
          '?resultPage=true',
          '?variantId=dry-1',
          '?productId=dry-1',
          '?resultPage=true&locale=de',
        ]) {
          etags.add((await matches(name, query)).headers.etag);
        }
      }
      expect(etags.size).toBe(15);
    });

    it('headers are the same bytes for every origin and none, cold and warm, and there is no Vary: Origin (docs/contract.md C13.4)', async () => {
      const lines = async (origin: string | undefined, path: string) => {
        const origins = origin === undefined ? [] : [`Origin: ${origin}`];
        const answer = await sendRaw(api.origin, [
          head(`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...origins),
        ]);
        expect(answer.headers.vary ?? '').not.toMatch(/origin/i);
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
        return answer.headerLines
          .filter((line) => !/^(x-request-id|date):/i.test(line))
          .sort()
          .join('\n');
      };
      const origins = [
        undefined,
        'https://shop.example',
        'https://evil.example',
        'http://localhost:3000',
        'null',
        'https://shop.example.evil',
      ];
      for (const [id, query] of [
        [matching.analyses.tabs, '?variantId=dry-1'],
        [matching.analyses.preview, ''],
        ['nope', ''],
        [matching.analyses.tabs, '?foo=1'],
      ]) {
        const seen = new Set<string>();
        // The same request again and again: the first is computed, later ones come from memory.
        for (const origin of [...origins, ...origins])
          seen.add(await lines(origin, `/api/v1/analyses/${id}/matches${query}`));
        expect([...seen], String(query)).toHaveLength(1);
        expect([...seen][0]).toMatch(/^access-control-allow-origin: \*$/im);
      }
    });

    it('OPTIONS is 204 with the CORS headers, for any id and any query, and without a Content-Type', async () => {
      for (const path of ['nope', matching.analyses.tabs as string]) {
        const answer = await api.matches(path, '?foo=1', {
          method: 'OPTIONS',
          headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
        });
        expect([answer.status, answer.text]).toEqual([204, '']);
        expect(answer.headers['access-control-allow-origin']).toBe('*');
        expect(answer.headers['access-control-allow-methods']).toMatch(/GET.*HEAD/);
        expect(answer.headers.vary ?? '').not.toMatch(/origin/i);
      }
    });

    it('neither needs nor reads credentials: a wrong Authorization header changes nothing (Authentication, 6)', async () => {
      const [without, withKey] = [
        await matches('tabs'),
        await matches('tabs', '', { headers: { authorization: 'Bearer nonsense', cookie: 'a=b' } }),
      ];
      expect([withKey.status, withKey.text, withKey.headers.etag]).toEqual([200, without.text, without.headers.etag]);
      expect(withKey.headers['set-cookie']).toBeUndefined();
    });

    it('a preview is served, never stored, and has no ETag (docs/contract.md C13.3)', async () => {
      for (const method of ['GET', 'HEAD', 'GET']) {
        const answer = await matches('preview', '', { method });
        expect(answer.status).toBe(200);
        expect(answer.headers['cache-control']).toBe('no-store');
        expect(answer.headers.etag).toBeUndefined();
        expect(answer.headers['cdn-cache-control']).toBeUndefined();
        expect(answer.headers['access-control-allow-origin']).toBe('*');
      }
      expect(await matched('preview')).toContain('plain-1');
      expect(await matched('preview')).not.toContain('dry-1');
      expect((await matches('preview', '', { headers: { 'if-none-match': '*' } })).status).toBe(200);
    });
  });

  describe('limits of the assortment', () => {
    const many = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => {
        const id = `${index}-`.padEnd(length, 'x');
        const half = index % 2 === 0 ? 'even' : 'odd';
        return {
          shopSystemId: `P${index}`,
          name: `Product ${index}`,
          url: 'https://shop.example/p',
          tags: [`half:${half}`, ...(index === 0 ? ['one:extra'] : ['one:rest'])],
          variants: [{ shopSystemId: id, name: 'only', available: true }],
        };
      });
    const steps = { steps: [question(1, options('dry'))] };
    const select = (tags: string[]) => ({ tags, productIds: [], sets: [] });

    beforeAll(async () => {
      const wide = await api.apply('wide', {
        name: 'Wide',
        catalog: { products: many(2_001, 8) },
        funnels: [
          {
            subdomain: 'w-all',
            name: 'All',
            published: steps,
            resultPage: { enabled: true, tabs: [{ key: 'EVEN', name: 'E', select: select(['half:even']) }] },
          },
          { subdomain: 'w-edge', name: 'Edge', published: steps, assortment: { tags: ['one:rest'], productIds: [] } },
        ],
      });
      const every = select(['half:even', 'half:odd']);
      const long = await api.apply('long', {
        name: 'Long',
        catalog: { products: many(1_500, 255) },
        funnels: [
          {
            subdomain: 'l-all',
            name: 'All',
            published: steps,
            resultPage: {
              enabled: true,
              tabs: ['A', 'B', 'C'].map((tabKey) => ({ key: tabKey, name: tabKey, select: every })),
            },
          },
        ],
      });
      const [wideKey, longKey] = [await api.management.createKey('wide'), await api.management.createKey('long')];
      matching.analyses.wide = await api.analysis(wideKey, { funnelId: wide.funnels['w-all'].id });
      matching.analyses.edge = await api.analysis(wideKey, { funnelId: wide.funnels['w-edge'].id });
      matching.analyses.long = await api.analysis(longKey, { funnelId: long.funnels['l-all'].id });
    });

    it('2,000 eligible variants are matched (docs/contract.md C18.1)', async () => {
      expect(await matched('edge')).toHaveLength(2_000);
    });

    it('2,001 are 422 MATCHING_SCOPE_TOO_LARGE with CORS, and HEAD, which stops after 404, is 200 (C11.9)', async () => {
      const answer = await matches('wide');
      expect(refusal(answer)).toEqual([422, 'MATCHING_SCOPE_TOO_LARGE']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers.etag).toBeUndefined();
      expect(answer.headers['cdn-cache-control']).toBeUndefined();
      expect((await matches('wide', '', { method: 'HEAD' })).status).toBe(200);
    });

    it('filters and the result page bring the scope under the limit', async () => {
      expect(await matched('wide', '?productId=P0&productId=P2000')).toHaveLength(2);
      expect(await matched('wide', '?variantId=7-xxxxxx')).toEqual(['7-xxxxxx']);
      expect(await matched('wide', '?resultPage=true')).toHaveLength(1_001);
    });

    it('a serialized body over 1 MiB is 422 MATCHING_RESPONSE_TOO_LARGE, never a shortened list (C11.9)', async () => {
      expect(await matched('long')).toHaveLength(1_500);
      const answer = await matches('long', '?resultPage=true');
      expect(refusal(answer)).toEqual([422, 'MATCHING_RESPONSE_TOO_LARGE']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      const [id] = await matched('long', '?productId=P7&resultPage=true');
      expect(id).toHaveLength(255);
      expect(await matched('long', `?variantId=${id}`)).toEqual([id]);
    });
  });
});
