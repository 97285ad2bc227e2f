import { beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal } from '../../support/contract-api.js';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { type Answer, send } from '../../support/http.js';
import { head, type RawAnswer, sendRaw } from '../../support/raw-http.js';

/** What holds for every route, and what the gateway does by itself: hosts, methods, CORS, request ids. docs/contract.md C2, C3, C4. */
export function http(contract: () => ContractApi): void {
  describe('HTTP', () => {
    let api: ContractApi;
    let key: string;
    let funnelId: string;
    let analysisId: string;

    beforeAll(async () => {
      api = contract();
      funnelId = (await api.apply('contract', contractCompany())).funnels.all.id;
      key = await api.management.createKey('contract');
      analysisId = await api.analysis(key, { funnelId, ...COMPLETE });
    });

    const authorized = () => ({ authorization: `Bearer ${key}` });
    const routes = () => ({
      funnel: `/api/v1/funnels/${funnelId}`,
      create: '/api/v1/analyses',
      matches: `/api/v1/analyses/${analysisId}/matches`,
    });
    const at = (host: string, path: string, call = {}) =>
      send(api.origin, path, { host, headers: authorized(), ...call });

    describe('hosts (Addresses)', () => {
      it('the API host and the dashboard host serve the same v1 routes, with any port and in any letter case', async () => {
        const { port } = api.system;
        for (const host of [
          `localhost:${port}`,
          'localhost',
          'LOCALHOST:1',
          `dashboard.localhost:${port}`,
          'Dashboard.LocalHost',
        ]) {
          expect((await at(host, routes().funnel)).status, host).toBe(200);
          expect((await at(host, routes().matches)).status, host).toBe(200);
          expect((await at(host, routes().create, { body: { funnelId, ...COMPLETE } })).status, host).toBe(200);
        }
      });

      it('a funnel host serves matches only', async () => {
        const host = 'all.localhost';
        const match = await at(host, routes().matches);
        expect([match.status, match.text]).toEqual([200, (await at('localhost', routes().matches)).text]);
        expect(refusal(await at(host, routes().funnel))).toEqual([404, 'NOT_FOUND']);
        expect(refusal(await at(host, routes().create, { body: { funnelId, ...COMPLETE } }))).toEqual([
          404,
          'NOT_FOUND',
        ]);
      });

      it('an unknown sub-domain, a reserved one and a foreign host do not: 404 NOT_FOUND (C2.3, C2.4)', async () => {
        for (const host of [
          'unknown.localhost',
          'api.localhost',
          'a.b.localhost',
          'x.localhost',
          '_.localhost',
          'evil.example',
          'localhost.evil.example',
          'notlocalhost',
          'dashboard.localhost.evil',
        ]) {
          for (const path of [routes().funnel, routes().matches]) {
            expect(refusal(await at(host, path)), host).toEqual([404, 'NOT_FOUND']);
          }
          expect(refusal(await at(host, routes().create, { body: { funnelId, ...COMPLETE } })), host).toEqual([
            404,
            'NOT_FOUND',
          ]);
        }
      });

      const odd = (...lines: string[]): Promise<RawAnswer> => sendRaw(api.origin, [head(...lines)]);

      it('two Host headers, none, and absolute-form targets are refused: 400, cold and warm (C2.6; docs/reliability.md R7.5)', async () => {
        const { matches } = routes();
        await api.matches(analysisId);
        for (const lines of [
          [`GET ${matches} HTTP/1.1`, 'Host: localhost', 'Host: localhost'],
          [`GET ${matches} HTTP/1.1`, 'Host: localhost', 'host: all.localhost'],
          [`GET ${matches} HTTP/1.1`],
          [`GET http://localhost${matches} HTTP/1.1`, 'Host: localhost'],
          ['GET * HTTP/1.1', 'Host: localhost'],
          ['OPTIONS * HTTP/1.1', 'Host: localhost'],
        ]) {
          const answer = await odd(...lines);
          expect([answer.status, answer.body.error], lines.join()).toEqual([400, 'INVALID_REQUEST']);
          expect(answer.headers['cache-control']).toBe('no-store');
          expect(answer.closed).toBe(true);
        }
      });

      it('HTTP that is none is 400 with the common body: bad lines, conflicting lengths, folded headers', async () => {
        for (const lines of [
          ['GARBAGE'],
          ['GET / HTTP/1.1', 'Host : localhost'],
          ['GET / HTTP/1.1', 'Host: localhost', ' folded'],
          ['POST /api/v1/analyses HTTP/1.1', 'Host: localhost', 'Content-Length: 2', 'Transfer-Encoding: chunked'],
          ['POST /api/v1/analyses HTTP/1.1', 'Host: localhost', 'Content-Length: 2', 'Content-Length: 3'],
        ]) {
          const answer = await odd(...lines);
          expect(refusal(answer as unknown as Answer), lines.join()).toEqual([400, 'INVALID_REQUEST']);
          expect(answer.closed).toBe(true);
        }
      });
    });

    describe('methods and paths (Error body)', () => {
      it('a method that a route does not have is 405 METHOD_NOT_ALLOWED with Allow (C2.5)', async () => {
        const allowed = {
          funnel: ['GET', 'HEAD', 'OPTIONS'],
          create: ['OPTIONS', 'POST'],
          matches: ['GET', 'HEAD', 'OPTIONS'],
        };
        for (const [name, methods] of Object.entries(allowed)) {
          const path = routes()[name as keyof typeof allowed];
          for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter(
            (method) => !methods.includes(method),
          )) {
            const answer = await send(api.origin, path, { method, headers: authorized() });
            expect(refusal(answer), `${method} ${path}`).toEqual([405, 'METHOD_NOT_ALLOWED']);
            expect(answer.headers.allow?.split(', ').sort()).toEqual(methods);
          }
          const traced = await sendRaw(api.origin, [
            head(`TRACE ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`),
          ]);
          expect(traced.status).toBe(405);
          expect(traced.text).not.toContain(key);
        }
      });

      it('405 on the match route carries the same CORS header as everything else there', async () => {
        const answer = await send(api.origin, routes().matches, { method: 'DELETE' });
        expect(answer.headers['access-control-allow-origin']).toBe('*');
      });

      it('paths are exact: another letter case, a trailing slash, dots or a doubled slash are 404 NOT_FOUND (C2.5)', async () => {
        const { funnel, matches } = routes();
        for (const path of [
          '/api',
          '/api/v1',
          '/api/v1/',
          '/api/v2/analyses',
          '/api/v1/funnels',
          '/api/v1/funnels/',
          `${funnel}/`,
          `${matches}/`,
          matches.toUpperCase(),
          matches.replace('/api', '/API'),
          matches.replace('/api', '//api'),
          `/x/..${matches}`,
          '/api/v1/unknown',
          '/api/analyses',
          '/favicon.ico',
          '/api/v1/analyses/',
          `/api/v1/analyses/${analysisId}`,
          '/%00',
          '/%zz',
        ]) {
          expect(refusal(await send(api.origin, path, { headers: authorized() })), path).toEqual([404, 'NOT_FOUND']);
        }
      });
    });

    describe('CORS (Common)', () => {
      it('keyed routes allow Authorization and Idempotency-Key, and no credentials (docs/contract.md C3.6)', async () => {
        for (const path of [routes().funnel, routes().create]) {
          const answer = await send(api.origin, path, {
            method: 'OPTIONS',
            headers: { origin: 'https://shop.example' },
          });
          expect([answer.status, answer.text]).toEqual([204, '']);
          const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(/, */);
          expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']));
          expect(answer.headers['access-control-allow-origin']).toBe('*');
          expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
          expect(answer.headers.vary ?? '').not.toMatch(/origin/i);
          expect(answer.headers['cache-control']).toBe('no-store');
          expect(answer.headers['set-cookie']).toBeUndefined();
        }
      });

      it('preflights of keyed routes need no key', async () => {
        const answer = await send(api.origin, routes().create, { method: 'OPTIONS' });
        expect(answer.headers['access-control-allow-methods']).toMatch(/POST/);
      });
    });

    describe('request ids (Error body)', () => {
      it('X-Request-Id is on every answer; a caller’s own is kept when it is safe, and replaced when not (C3.4)', async () => {
        const ids = new Set<unknown>();
        for (const path of [routes().funnel, routes().matches, '/nowhere', '/healthz']) {
          const answer = await send(api.origin, path, { headers: authorized() });
          expect(answer.headers['x-request-id']).toMatch(/^[\w.-]{8,128}$/);
          ids.add(answer.headers['x-request-id']);
          const own = await send(api.origin, path, { headers: { ...authorized(), 'x-request-id': 'my-id.7' } });
          expect(own.headers['x-request-id']).toBe('my-id.7');
          const unsafe = await send(api.origin, path, { headers: { ...authorized(), 'x-request-id': '<script> "x"' } });
          expect(unsafe.headers['x-request-id']).not.toContain('script');
        }
        expect(ids.size).toBe(4);
      });
    });

    it('the interface is described: /openapi.json and /docs on the API host (Addresses)', async () => {
      for (const host of ['localhost', 'dashboard.localhost']) {
        expect((await at(host, '/openapi.json')).body.openapi).toMatch(/^3\./);
        expect((await at(host, '/docs')).headers['content-type']).toContain('text/html');
      }
    });
  });
}
