import { beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../support/http.js';
import { createQuiz, type Quiz, question, type System } from '../../support/quiz.js';

const BASE = '/api/admin/v1';
const ROUTES: [string, string][] = [
  ['GET', '/companies'],
  ['GET', '/companies/access/blueprint'],
  ['PUT', '/companies/access/blueprint'],
  ['GET', '/companies/access/api-keys'],
  ['POST', '/companies/access/api-keys'],
  ['DELETE', '/companies/access/api-keys/x'],
  ['GET', '/companies/access/funnels/access/versions'],
  ['POST', '/companies/access/funnels/access/publish'],
  ['POST', '/companies/access/funnels/access/replay'],
  ['POST', '/companies/access/funnels/access/rollback'],
  ['POST', '/companies/access/funnels/access/diff'],
  ['POST', '/companies/access/funnels/access/release'],
  ['GET', '/companies/access/funnels/access/releases'],
  ['POST', '/companies/access/funnels/access/releases/1/restore'],
  ['GET', '/companies/access/settings/versions'],
  ['GET', '/companies/access/settings/versions/1'],
  ['POST', '/companies/access/settings/rollback'],
  ['POST', '/companies/access/catalog/imports'],
  ['GET', '/companies/access/catalog/imports'],
  ['GET', '/companies/access/catalog/imports/x'],
  ['GET', '/companies/access/catalog/products'],
  ['DELETE', '/companies/access/analyses?email=a@b.example'],
  ['DELETE', '/companies/access/analyses/x'],
];

/** docs/management.md "Authentication": who may do what, pages of every list, hosts and methods. */
export function access(system: () => System): void {
  let quiz: Quiz;
  let apiKey: string;
  const call = (method: string, path: string, headers: Record<string, string>, host?: string) =>
    send(system().origin, BASE + path, {
      method,
      headers,
      ...(host ? { host } : {}),
      ...(method === 'PUT' || method === 'POST' ? { body: '{}' } : {}),
    });
  const platform = () => ({ authorization: `Bearer ${system().platformToken}` });

  beforeAll(async () => {
    quiz = await createQuiz(system(), 'access', { steps: [question(1, { a: {} })] });
    apiKey = (await quiz.call('POST', '/api-keys', { name: 'k' })).body.value;
  });

  describe('management without the right credentials', () => {
    it.each(ROUTES)('%s %s is 401 UNAUTHORIZED', async (method, path) => {
      const wrong: Record<string, string>[] = [
        {},
        { authorization: 'Bearer wrong' },
        { authorization: `Bearer ${apiKey}` },
        { authorization: `Basic ${system().platformToken}` },
        { authorization: system().platformToken },
        { cookie: `token=${system().platformToken}` },
      ];
      for (const headers of wrong) {
        const answer = await call(method, path, headers);
        expect([answer.status, answer.body.error]).toEqual([401, 'UNAUTHORIZED']);
        expect(answer.headers['cache-control']).toBe('no-store');
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
      const query = await call(method, `${path}${path.includes('?') ? '&' : '?'}token=${system().platformToken}`, {});
      expect(query.status, 'a token in the query is not read').toBe(401);
    });

    it('says nothing about a company: unknown ones are 401 too', async () => {
      expect((await call('GET', '/companies/unknown/blueprint', {})).status).toBe(401);
    });
  });

  describe('management with the platform token', () => {
    /** The smallest that the routes accept, by the end of their path; otherwise an empty object. */
    const BODIES: Record<string, object> = {
      'api-keys': { name: 'x' },
      diff: { from: 'published', to: 'edit' },
      release: { revision: 1 },
    };

    it.each(ROUTES.slice(1).filter(([method]) => method !== 'PUT'))(
      '%s %s of an unknown company is 404',
      async (method, path) => {
        const type: Record<string, string> = path.endsWith('imports') ? { 'content-type': 'text/csv' } : {};
        const body = BODIES[path.split('/').at(-1) as string] ?? '{}';
        const answer = await send(system().origin, BASE + path.replace('companies/access', 'companies/unknown'), {
          method,
          headers: { ...platform(), ...type },
          ...(method === 'POST' ? { body } : {}),
        });
        expect([answer.status, answer.body.error], answer.text).toEqual([404, 'NOT_FOUND']);
      },
    );

    it('is served on the API host and the dashboard host, not on a funnel host', async () => {
      const { port } = new URL(system().origin);
      expect((await call('GET', '/companies', platform(), `dashboard.localhost:${port}`)).status).toBe(200);
      expect((await call('GET', '/companies', platform(), `access.localhost:${port}`)).status).toBe(404);
    });

    it('answers 405 with Allow for another method', async () => {
      const answer = await call('PATCH', '/companies/access/blueprint', platform());
      expect([answer.status, answer.body.error]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(answer.headers.allow).toMatch(/GET/);
      expect(answer.headers.allow).toMatch(/PUT/);
    });

    it('gives every error the common body and its request id', async () => {
      const answer = await call('GET', '/companies/unknown/blueprint', { ...platform(), 'x-request-id': 'my-id' });
      expect(Object.keys(answer.body)).toEqual(['error', 'message', 'requestId']);
      expect(answer.headers['x-request-id']).toBe(answer.body.requestId);
    });
  });

  describe('every list comes in pages', () => {
    beforeAll(async () => {
      for (let number = 0; number < 3; number++) {
        const product = { shopSystemId: `P${number}`, name: `Product ${number}`, variants: [] };
        await quiz.apply({ catalog: { products: [product] } });
        await quiz.call('POST', '/api-keys', { name: `page-${number}` });
        await quiz.applyFunnel({ draft: { steps: [question(number + 2, { a: {} })] } });
        await quiz.call('POST', '/catalog/imports?wait=true', 'id,name,url\n', 'text/csv');
      }
      const products = Array.from({ length: 5 }, (_, i) => ({ shopSystemId: `Q${i}`, name: `Q ${i}`, variants: [] }));
      await quiz.apply({ catalog: { products } });
    });

    it.each(['/companies', '/api-keys', '/funnels/access/versions', '/catalog/imports', '/catalog/products'])(
      '%s',
      async (list) => {
        const path = list === '/companies' ? list : `/companies/access${list}`;
        const page = (query: string) => call('GET', `${path}?${query}`, platform());
        const all = (await page('limit=100')).body;
        expect(all.data.length).toBeGreaterThan(2);
        expect(all.nextCursor).toBeNull();
        const collected: unknown[] = [];
        let cursor = '';
        do {
          const answer = await page(`limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
          expect(answer.status, answer.text).toBe(200);
          expect(Object.keys(answer.body)).toEqual(['data', 'nextCursor']);
          expect(answer.body.data).toHaveLength(1);
          collected.push(...answer.body.data);
          cursor = answer.body.nextCursor ?? '';
        } while (cursor && collected.length <= all.data.length);
        expect(collected).toEqual(all.data);
        for (const query of [
          'limit=0',
          'limit=101',
          'limit=x',
          'limit=1.5',
          'limit=',
          'cursor=nonsense',
          `cursor=${'a'.repeat(600)}`,
        ]) {
          const answer = await page(query);
          expect([query, answer.status, answer.body.error]).toEqual([query, 400, 'INVALID_QUERY']);
        }
      },
    );
  });
}
