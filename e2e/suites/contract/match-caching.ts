import { beforeAll, describe, expect, it } from 'vitest';
import type { ContractApi } from '../../support/contract-api.js';
import { type Matching, startMatching } from '../../support/match-company.js';
import { head, sendRaw } from '../../support/raw-http.js';

const CACHEABLE = 'public, max-age=900, s-maxage=600, stale-while-revalidate=300';
const CDN_CACHEABLE = 'public, max-age=600, stale-while-revalidate=300';

/** docs/contract.md C11, C13. The gateway sets and reads these headers by itself. */
export function matchCaching(contract: () => ContractApi): void {
  describe('matches in caches', () => {
    let api: ContractApi;
    let matching: Matching;
    const matches: Matching['matches'] = (...call) => matching.matches(...call);
    const matched: Matching['matched'] = (...call) => matching.matched(...call);

    beforeAll(async () => {
      api = contract();
      matching = await startMatching(api);
    });

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
  });
}
