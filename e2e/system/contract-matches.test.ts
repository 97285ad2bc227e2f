import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal, startContract } from '../support/contract-api.js';
import { contractCompany, options, products, question } from '../support/contract-company.js';
import type { Answer } from '../support/http.js';
import { head, sendRaw } from '../support/raw-http.js';

const CACHEABLE = 'public, max-age=900, s-maxage=600, stale-while-revalidate=300';
const CDN_CACHEABLE = 'public, max-age=600, stale-while-revalidate=300';

/** Spec, "GET {base_url}/api/v1/analyses/{analysisId}/matches", "Match result" and "Limits"; contract, "Matches". */
describe('GET /api/v1/analyses/{analysisId}/matches', () => {
  let api: ContractApi;
  let key: string;
  let tabsFunnelId: string;
  const analyses: Record<string, string> = {};
  const matches = (name: string, query = '', call = {}) => api.matches(analyses[name] as string, query, call);
  const matched = async (name: string, query = ''): Promise<string[]> => {
    const answer = await matches(name, query);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.matchedVariants;
  };

  beforeAll(async () => {
    api = await startContract();
    const steps = { steps: [question(1, options('dry', 'oily'))] };
    const tab = (tabKey: string, tags: string[], rest: object = {}) => ({
      key: tabKey,
      name: { fr: `${tabKey} fr`, de: `${tabKey} de` },
      select: { tags, productIds: [], sets: [] },
      ...rest,
    });
    const shown = [
      tab('CARE', ['skin:dry', 'skin:plain'], { description: { fr: 'Soin', de: 'Pflege' }, maxItemsToShow: 1 }),
      tab('EVERY', ['skin:dry', 'skin:oily', 'skin:plain', 'skin:Dry']),
      tab('NONE', []),
      tab('HIDDEN', ['skin:off'], { enabled: false }),
    ];
    const [two] = products('dry-1');
    const catalog = [
      { ...two, variants: [...(two?.variants ?? []), { shopSystemId: 'dry-1b', name: 'second', available: true }] },
      ...products('dry-2', 'oily-1', 'plain-1', 'Dry-3', 'off-1', 'gone-1'),
    ].map((product) =>
      product.shopSystemId === 'P-gone-1'
        ? { ...product, variants: [{ shopSystemId: 'gone-1', name: 'gone', available: false }] }
        : product,
    );
    const page = (subdomain: string, resultPage?: object) => ({
      subdomain,
      name: subdomain,
      published: steps,
      ...(resultPage ? { resultPage } : {}),
    });
    const applied = await api.apply(
      'contract',
      contractCompany({
        catalog: { products: catalog },
        funnels: [
          page('tabs', { enabled: true, tabs: shown }),
          page('off', { enabled: false, tabs: shown }),
          page('empty', { enabled: true, tabs: [] }),
          {
            subdomain: 'narrow',
            name: 'N',
            published: steps,
            assortment: { tags: ['skin:plain'], productIds: ['P-dry-2'] },
          },
          { ...page('preview'), draft: { steps: [question(1, options('dry', 'oily', 'plain'))] } },
        ],
      }),
    );
    tabsFunnelId = applied.funnels.tabs.id;
    key = await api.management.createKey('contract');
    for (const name of ['tabs', 'off', 'empty', 'narrow']) {
      const { id } = applied.funnels[name];
      analyses[name] = await api.analysis(key, { funnelId: id, selectionValues: [{ stepId: 1, selectedKey: 'dry' }] });
      analyses[`${name}, nothing suitable`] = await api.analysis(key, {
        funnelId: id,
        selectionValues: [{ stepId: 1, selectedKey: 'oily' }],
      });
    }
    const { id, draft } = applied.funnels.preview;
    analyses.preview = await api.analysis(key, {
      funnelId: id,
      createdWithVersionId: draft.id,
      selectionValues: [{ stepId: 1, selectedKey: 'plain' }],
    });
  });
  afterAll(() => api?.system.stop());

  describe('filters', () => {
    it('without any, the funnel’s full eligible assortment is matched: shop-system ids of available variants', async () => {
      expect(await matched('tabs')).toEqual(['dry-1', 'dry-1b', 'dry-2', 'plain-1', 'Dry-3', 'off-1']);
      expect(await matched('narrow')).toEqual(['dry-2', 'plain-1']);
    });

    it('variantId is exact and case-sensitive, and values are OR’d', async () => {
      expect(await matched('tabs', '?variantId=plain-1&variantId=dry-1')).toEqual(['dry-1', 'plain-1']);
      expect(await matched('tabs', '?variantId=DRY-1')).toEqual([]);
      expect(await matched('tabs', '?variantId=dry-3&variantId=Dry-3')).toEqual(['Dry-3']);
      expect(await matched('tabs', '?variantId=dry-1%20')).toEqual([]);
    });

    it('productId expands to the eligible variants of those products, and values are OR’d', async () => {
      expect(await matched('tabs', '?productId=P-dry-1')).toEqual(['dry-1', 'dry-1b']);
      expect(await matched('tabs', '?productId=P-plain-1&productId=P-dry-2')).toEqual(['dry-2', 'plain-1']);
      expect(await matched('tabs', '?productId=p-dry-1')).toEqual([]);
    });

    it('product filter, variant filter and result-page scope are AND’d', async () => {
      expect(await matched('tabs', '?productId=P-dry-1&variantId=dry-1b&variantId=dry-2')).toEqual(['dry-1b']);
      expect(await matched('tabs', '?productId=P-dry-1&variantId=dry-2')).toEqual([]);
      expect(await matched('tabs', '?variantId=off-1&variantId=dry-2&resultPage=true')).toEqual(['dry-2']);
    });

    it('unknown, out-of-scope, unavailable and unsuitable ids are omitted, and no field lists them', async () => {
      const answer = await matches('tabs', '?variantId=nope&variantId=gone-1&variantId=oily-1&variantId=dry-2');
      expect(answer.body).toEqual({ matchedVariants: ['dry-2'] });
      expect(await matched('narrow', '?variantId=dry-1&productId=P-dry-1')).toEqual([]);
    });

    it('nothing suitable is 200 with matchedVariants []', async () => {
      expect((await matches('narrow, nothing suitable', '?variantId=dry-2')).body).toEqual({ matchedVariants: [] });
    });

    it('order and repetition of ids do not change the ranking (rule 1; a total order)', async () => {
      const once = await matches('tabs', '?variantId=dry-2&variantId=dry-1');
      const often = await matches('tabs', '?variantId=dry-1&variantId=dry-2&variantId=dry-1&variantId=dry-2');
      expect(often.text).toBe(once.text);
    });
  });

  describe('resultPage', () => {
    it('true lists the enabled tabs; matchedVariants is the union in first-appearance order, cut nowhere', async () => {
      const answer = await matches('tabs', '?resultPage=true');
      expect(answer.body).toEqual({
        matchedVariants: ['dry-1', 'dry-1b', 'dry-2', 'plain-1', 'Dry-3'],
        tabs: [
          {
            key: 'CARE',
            name: 'CARE fr',
            description: 'Soin',
            maxItemsToShow: 1,
            variants: ['dry-1', 'dry-1b', 'dry-2', 'plain-1'],
          },
          { key: 'EVERY', name: 'EVERY fr', variants: ['dry-1', 'dry-1b', 'dry-2', 'plain-1', 'Dry-3'] },
          { key: 'NONE', name: 'NONE fr', variants: [] },
        ],
      });
    });

    it('false and left out are the same, without tabs', async () => {
      const [left, given] = [await matches('tabs'), await matches('tabs', '?resultPage=false')];
      expect([given.text, Object.keys(given.body)]).toEqual([left.text, ['matchedVariants']]);
    });

    it('true with tabs disabled or without tabs is [] and [], with no fallback to the assortment (rule 5)', async () => {
      for (const name of ['off', 'empty']) {
        expect((await matches(name, '?resultPage=true')).body).toEqual({ matchedVariants: [], tabs: [] });
        expect(await matched(name)).not.toEqual([]);
      }
    });

    it.each([
      ['de', 'CARE de', 'Pflege'],
      ['de-AT', 'CARE de', 'Pflege'],
      ['es', 'CARE fr', 'Soin'],
      ['fr-CA', 'CARE fr', 'Soin'],
    ])('locale %s gives %s: labels fall back like funnel copy', async (locale, name, description) => {
      const [tab] = (await matches('tabs', `?resultPage=true&locale=${locale}`)).body.tabs;
      expect([tab.name, tab.description]).toEqual([name, description]);
    });
  });

  describe('a query that is refused', () => {
    it.each([
      '?foo=1',
      '?variantid=a',
      '?variantIds=a',
      '?key=x',
      '?utm_source=x',
      '?resultPage=true&_=1',
      '?=x',
      '?variantId[]=a',
      '?resultPage=',
      '?resultPage',
      '?resultPage=TRUE',
      '?resultPage=1',
      '?resultPage=yes',
      '?resultPage=true%20',
      '?resultPage=true&resultPage=true',
      '?resultPage=true&resultPage=false',
      '?locale=de&locale=de',
      '?locale=',
      '?locale',
      '?locale=de_DE',
      '?locale=%20',
      '?variantId=',
      '?variantId',
      '?productId=',
      '?variantId=a&variantId=',
      '?variantId=%zz',
      '?variantId=%ff',
      '?variantId=%00',
      `?variantId=${'x'.repeat(256)}`,
      '?include_webhook_payload=true',
    ])('%s is 400 INVALID_QUERY', async (query) => {
      expect(refusal(await matches('tabs', query))).toEqual([400, 'INVALID_QUERY']);
    });

    it.each(['?', '?&', '?&&variantId=dry-1&'])('%s is no error: nothing unknown is in it', async (query) => {
      expect((await matches('tabs', query)).status).toBe(200);
    });

    const ids = (products: number, variants: number, value = (index: number) => `v${index}`) =>
      `?${[
        ...Array.from({ length: products }, (_, index) => `productId=${value(index)}`),
        ...Array.from({ length: variants }, (_, index) => `variantId=${value(index)}`),
      ].join('&')}`;

    it('100 productId plus variantId values are taken, 101 are not, counted as sent', async () => {
      expect((await matches('tabs', ids(0, 100))).status).toBe(200);
      expect((await matches('tabs', ids(50, 50))).status).toBe(200);
      expect(
        (
          await matches(
            'tabs',
            ids(0, 100, () => 'same'),
          )
        ).status,
      ).toBe(200);
      for (const query of [ids(0, 101), ids(101, 0), ids(50, 51), ids(0, 101, () => 'same')]) {
        expect(refusal(await matches('tabs', query))).toEqual([400, 'INVALID_QUERY']);
      }
    });

    /** A valid query of exactly so many bytes after `?`. */
    const sized = (bytes: number) => {
      let query = `variantId=${'a'.repeat(255)}`;
      while (query.length + 266 <= bytes - 12) query += `&variantId=${'b'.repeat(255)}`;
      return `?${query}&variantId=${'c'.repeat(bytes - query.length - 11)}`;
    };

    it('of 8,192 bytes is taken; 8,193, 20,000 and 60,000 are 414 URI_TOO_LONG', async () => {
      expect(sized(8_192)).toHaveLength(8_193);
      expect((await matches('tabs', sized(8_192))).status).toBe(200);
      for (const bytes of [8_193, 20_000, 60_000]) {
        expect(refusal(await matches('tabs', sized(bytes))), String(bytes)).toEqual([414, 'URI_TOO_LONG']);
      }
    });

    it('counts bytes as sent: percent-encoding counts, the path and the question mark do not', async () => {
      const exact = `?variantId=${'%41'.repeat(80)}${'&variantId=%42'.repeat(50)}`;
      expect((await matches('tabs', exact.padEnd(8_193, '&'))).status).toBe(200);
      expect(refusal(await matches('tabs', exact.padEnd(8_194, '&')))).toEqual([414, 'URI_TOO_LONG']);
    });

    it('beyond the header limit of 64 KiB gets 414 or 431, as JSON that is not stored, with CORS', async () => {
      const path = `/api/v1/analyses/x/matches?${'a'.repeat(100_000)}`;
      const answer = await sendRaw(api.origin, [head(`GET ${path} HTTP/1.1`, 'Host: localhost')]);
      expect([414, 431]).toContain(answer.status);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(Object.keys(answer.body)).toEqual(['error', 'message', 'requestId']);
      expect(answer.headers['x-request-id']).toBe(answer.body.requestId);
    });
  });

  describe('the order of checks: 414, 400, 404, 422', () => {
    it('shows the first that applies, for GET and HEAD', async () => {
      for (const method of ['GET', 'HEAD']) {
        const status = async (id: string, query: string) => (await api.matches(id, query, { method })).status;
        expect(await status('nope', `?foo=${'x'.repeat(8_200)}`), method).toBe(414);
        expect(await status('nope', '?foo=1'), method).toBe(400);
        expect(await status('nope', ''), method).toBe(404);
        expect(await status(analyses.tabs as string, ''), method).toBe(200);
      }
    });

    it('malformed, unknown and erased ids give the same 404 body', async () => {
      const erased = await api.analysis(key, { funnelId: tabsFunnelId });
      expect((await api.matches(erased)).status).toBe(200);
      expect((await api.management.call('DELETE', `/companies/contract/analyses/${erased}`)).status).toBe(204);
      const bodies = new Set<string>();
      for (const id of [
        erased,
        'A'.repeat(22),
        'x',
        '%00',
        '%zz',
        '..%2f..',
        'a'.repeat(2_000),
        `${analyses.tabs}x`,
        'é',
      ]) {
        const answer = await api.matches(encodeURI(id).replaceAll('%25', '%'));
        expect(refusal(answer), id.slice(0, 40)).toEqual([404, 'NOT_FOUND']);
        bodies.add(JSON.stringify({ ...answer.body, requestId: '' }));
      }
      expect(bodies.size).toBe(1);
    });
  });

  describe('caching and CORS', () => {
    it('a success is cacheable for 900 s, in CDNs for 600 s, then while it is revalidated', async () => {
      const { headers } = await matches('tabs');
      expect(headers['cache-control']).toBe(CACHEABLE);
      expect(headers['cdn-cache-control']).toBe(CDN_CACHEABLE);
      expect(headers.etag).toMatch(/^"[^"]+"$/);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    });

    it('HEAD gives the same cache headers and ETag as GET, without a body', async () => {
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

    it('If-None-Match with the ETag is 304 with the caching headers, for GET and HEAD, cold and warm', async () => {
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

    it('the ETag differs by analysis and by query', async () => {
      const etags = new Set<unknown>();
      for (const name of ['tabs', 'off', 'tabs, nothing suitable']) {
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

    it('headers are the same bytes for every origin and none, cold and warm, and there is no Vary: Origin', async () => {
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
        [analyses.tabs, '?variantId=dry-1'],
        [analyses.preview, ''],
        ['nope', ''],
        [analyses.tabs, '?foo=1'],
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
      for (const path of ['nope', analyses.tabs as string]) {
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

    it('a preview is served, never stored, and has no ETag (rule 4)', async () => {
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
      analyses.wide = await api.analysis(wideKey, { funnelId: wide.funnels['w-all'].id });
      analyses.edge = await api.analysis(wideKey, { funnelId: wide.funnels['w-edge'].id });
      analyses.long = await api.analysis(longKey, { funnelId: long.funnels['l-all'].id });
    });

    it('2,000 eligible variants are matched', async () => {
      expect(await matched('edge')).toHaveLength(2_000);
    });

    it('2,001 are 422 MATCHING_SCOPE_TOO_LARGE with CORS, and HEAD, which stops after 404, is 200', async () => {
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

    it('a serialized body over 1 MiB is 422 MATCHING_RESPONSE_TOO_LARGE, never a shortened list', async () => {
      expect(await matched('long')).toHaveLength(1_500);
      const answer: Answer = await matches('long', '?resultPage=true');
      expect(refusal(answer)).toEqual([422, 'MATCHING_RESPONSE_TOO_LARGE']);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      const [id] = await matched('long', '?productId=P7&resultPage=true');
      expect(id).toHaveLength(255);
      expect(await matched('long', `?variantId=${id}`)).toEqual([id]);
    });
  });
});
