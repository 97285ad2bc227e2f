import { beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal } from '../../support/contract-api.js';
import { options, question } from '../../support/contract-company.js';
import { type Matching, startMatching } from '../../support/match-company.js';
import { head, sendRaw } from '../../support/raw-http.js';

/** docs/contract.md C11, C12, C18. */
export function matches(contract: () => ContractApi): void {
  describe('GET /api/v1/analyses/{analysisId}/matches', () => {
    let api: ContractApi;
    let matching: Matching;
    const matches: Matching['matches'] = (...call) => matching.matches(...call);
    const matched: Matching['matched'] = (...call) => matching.matched(...call);

    beforeAll(async () => {
      api = contract();
      matching = await startMatching(api);
    });

    describe('filters', () => {
      it('without any, the funnel’s full eligible assortment is matched: shop-system ids of available variants (docs/contract.md C12.1)', async () => {
        expect(await matched('tabs')).toEqual(['dry-1', 'dry-1b', 'dry-2', 'plain-1', 'Dry-3', 'off-1', 'Crème-😀']);
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
        expect((await matches('narrow, oily', '?variantId=dry-2')).body).toEqual({ matchedVariants: [] });
      });

      it('ids beyond ASCII are found and given as they are, cold and warm', async () => {
        for (let turn = 0; turn < 3; turn++) {
          const answer = await matches('tabs', `?variantId=${encodeURIComponent('Crème-😀')}`);
          expect([answer.text, answer.headers['content-length']]).toEqual(['{"matchedVariants":["Crème-😀"]}', '35']);
        }
      });

      it('order and repetition of ids do not change the ranking: a total order (docs/contract.md C12.2)', async () => {
        const once = await matches('tabs', '?variantId=dry-2&variantId=dry-1');
        const often = await matches('tabs', '?variantId=dry-1&variantId=dry-2&variantId=dry-1&variantId=dry-2');
        expect(often.text).toBe(once.text);
      });
    });

    describe('resultPage', () => {
      it('true lists the enabled tabs; matchedVariants is the union in first-appearance order, cut nowhere (docs/contract.md C12.3, C12.4)', async () => {
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

      it('false and left out are the same, without tabs (docs/contract.md C12.1)', async () => {
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
      ])(
        'locale %s gives %s: labels fall back like funnel copy (docs/contract.md C12.3)',
        async (locale, name, description) => {
          const [tab] = (await matches('tabs', `?resultPage=true&locale=${locale}`)).body.tabs;
          expect([tab.name, tab.description]).toEqual([name, description]);
        },
      );
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
      ])('%s is 400 INVALID_QUERY (C11.2, C11.6)', async (query) => {
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

      it('counts bytes as sent: percent-encoding counts, the path and the question mark do not (C11.8)', async () => {
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
      it('shows the first that applies, for GET and HEAD (C11.8)', async () => {
        for (const method of ['GET', 'HEAD']) {
          const status = async (id: string, query: string) => (await api.matches(id, query, { method })).status;
          expect(await status('nope', `?foo=${'x'.repeat(8_200)}`), method).toBe(414);
          expect(await status('nope', '?foo=1'), method).toBe(400);
          expect(await status('nope', ''), method).toBe(404);
          expect(await status(matching.analyses.tabs as string, ''), method).toBe(200);
        }
      });

      it('malformed, unknown and erased ids give the same 404 body (C11.11)', async () => {
        const erased = await api.analysis(matching.key, { funnelId: matching.funnelId('tabs') });
        expect((await api.matches(erased)).status).toBe(200);
        expect((await api.management.call('DELETE', `/companies/matching/analyses/${erased}`)).status).toBe(204);
        const bodies = new Set<string>();
        for (const id of [
          erased,
          'A'.repeat(22),
          'x',
          '%00',
          '%zz',
          '..%2f..',
          'a'.repeat(2_000),
          `${matching.analyses.tabs}x`,
          'é',
        ]) {
          const answer = await api.matches(encodeURI(id).replaceAll('%25', '%'));
          expect(refusal(answer), id.slice(0, 40)).toEqual([404, 'NOT_FOUND']);
          bodies.add(JSON.stringify({ ...answer.body, requestId: '' }));
        }
        expect(bodies.size).toBe(1);
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
}
