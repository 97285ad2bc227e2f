import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, send } from '../../support/http.js';
import { type Launched, launch } from '../../support/processes.js';

interface Operation {
  parameters?: { in: string; name: string; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> };
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}
type Document = { paths: Record<string, Record<string, Operation>>; components: object };

/** What takes part in a later example: the ids that the running system gave, instead of the document's. */
interface Ids {
  funnelId: string;
  analysisId: string;
  apiKey: string;
  /** What an edit of the funnel begins with. */
  versionId: string;
  keyId: string;
  importId: string;
}

/** The reference is only worth reading if what it shows works. Issue: "sends each documented example". */
describe('the examples of /openapi.json on the running system', () => {
  let system: Launched;
  let document: Document;
  let ajv: Ajv2020;
  const ids: Ids = { funnelId: '', analysisId: '', apiKey: '', versionId: '', keyId: '', importId: '' };

  beforeAll(async () => {
    system = await launch({ DEMO: 'false' });
    document = (await send(system.origin, '/openapi.json')).body as Document;
    ajv = new Ajv2020({ strict: false, validateFormats: true });
    formats.default(ajv);
    ajv.addSchema({ $id: 'openapi', components: document.components });
  });
  afterAll(() => system?.stop());

  it('applies the company, in JSON and in YAML', async () => {
    const path = '/api/admin/v1/companies/{handle}/blueprint';
    for (const [type, example] of parseExamples(path, 'put')) {
      const answer = await call('put', path, type, example);
      expectDocumented(path, 'put', answer, 200);
      const { id, draft, published } = answer.body.funnels.beauty;
      ids.funnelId = id;
      ids.versionId = (draft ?? published).id;
    }
  });

  it('creates the key', async () => {
    const path = '/api/admin/v1/companies/{handle}/api-keys';
    for (const [type, example] of parseExamples(path, 'post')) {
      const answer = await call('post', path, type, example);
      expectDocumented(path, 'post', answer, 201);
    }
    // The example may expire some day; the rest of this file needs a key that does not.
    const { body } = await call('post', path, 'application/json', { name: 'no expiry' });
    Object.assign(ids, { apiKey: body.value, keyId: body.id });
  });

  it('imports the feed', async () => {
    const path = '/api/admin/v1/companies/{handle}/catalog/imports';
    for (const [type, example] of parseExamples(path, 'post')) {
      const answer = await call('post', path, type, example, '?wait=true');
      expectDocumented(path, 'post', answer, 200);
      expect(answer.body.state).toBe('SUCCEEDED');
      ids.importId = answer.body.id;
    }
  });

  it('reads the funnel', async () => {
    expectDocumented('/api/v1/funnels/{funnelId}', 'get', await call('get', '/api/v1/funnels/{funnelId}'), 200);
  });

  it('creates each documented analysis', async () => {
    const path = '/api/v1/analyses';
    expect(parseExamples(path, 'post').length).toBeGreaterThan(0);
    for (const [type, example] of parseExamples(path, 'post')) {
      const answer = await call('post', path, type, { ...(example as object), funnelId: ids.funnelId });
      expectDocumented(path, 'post', answer, 200);
      ids.analysisId = answer.body.id;
    }
  });

  it('submits each documented example to the funnel’s host', async () => {
    const path = '/api/analyses';
    expect(parseExamples(path, 'post').length).toBeGreaterThan(0);
    for (const [, body] of parseExamples(path, 'post')) {
      const answer = await send(system.origin, `${path}?include_webhook_payload=true`, {
        host: 'beauty.localhost',
        body,
      });
      expectDocumented(path, 'post', answer, 200);
      expect(answer.body.webhook_payload.analysis_id).toBe(answer.body.id);
    }
  });

  it('matches it', async () => {
    const path = '/api/v1/analyses/{analysisId}/matches';
    expectDocumented(path, 'get', await call('get', path), 200);
    expectDocumented(path, 'get', await call('get', path, undefined, undefined, '?resultPage=true'), 200);
  });

  it('saves each documented edit of the funnel', async () => {
    const path = '/api/admin/v1/companies/{handle}/funnels/{subdomain}/edit';
    expect(parseExamples(path, 'put').length).toBeGreaterThan(0);
    let precondition: Record<string, string> = { 'if-none-match': '*' };
    for (const [type, example] of parseExamples(path, 'put')) {
      const body = { ...(example as object), base: { versionId: ids.versionId } };
      const answer = await call('put', path, type, body, '', precondition);
      expectDocumented(path, 'put', answer, 200);
      precondition = { 'if-match': answer.headers.etag as string };
    }
  });

  it('answers ids of this company in another one as ids that nothing has, on every route (docs/reliability.md R9.3)', async () => {
    const company = '/api/admin/v1/companies/{handle}';
    const authorization = `Bearer ${system.platformToken}`;
    const created = await send(system.origin, `${company.replace('{handle}', 'another')}/blueprint`, {
      method: 'PUT',
      headers: { authorization },
      body: {},
    });
    expect(created.status, created.text).toBe(200);
    const { analysisId, versionId, keyId, importId } = ids;
    const known: Record<string, string> = { subdomain: 'beauty', analysisId, versionId, keyId, importId };
    const random = Object.entries(known).map(([name, id]) => [name, id.replaceAll(/[a-z0-9]/gi, 'x')]);
    const unknown: Record<string, string> = Object.fromEntries(random);
    /** Without what differs in every answer. */
    const ask = async (method: string, path: string, given: Record<string, string>) => {
      const [[type, body] = ['application/json', {}]] = parseExamples(path, method);
      const target = path.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? 'another');
      const query = requiredQuery(document.paths[path]?.[method] as Operation);
      const { status, text } = await send(system.origin, target + query, {
        method: method.toUpperCase(),
        headers: { authorization, ...(method === 'get' ? {} : { 'content-type': type }) },
        ...(method === 'get' || method === 'delete' ? {} : { body }),
      });
      const said = Object.values(given).reduce((rest, id) => rest.replaceAll(id, 'ID'), text);
      return [status, said.replace(/"requestId":"[^"]+"/, '')];
    };
    let count = 0;
    for (const [path, operations] of Object.entries(document.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string).slice(1);
      if (!path.startsWith(`${company}/`) || names.length === 0 || names.some((name) => !known[name])) continue;
      for (const method of Object.keys(operations)) {
        const [foreign, missing] = [await ask(method, path, known), await ask(method, path, unknown)];
        expect([method, path, foreign]).toEqual([method, path, missing]);
        if (method === 'get') expect([path, ...foreign].slice(0, 2)).toEqual([path, 404]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(30);
  });

  it('answers every documented GET of the management API with its schema', async () => {
    const paths = Object.entries(document.paths).filter(
      ([path, operations]) =>
        path.startsWith('/api/admin/') &&
        operations.get &&
        !/\{(importId|version|versionId|deliveryId|experimentId|transcriptId)\}/.test(path),
    );
    expect(paths.length).toBeGreaterThan(4);
    for (const [path, operations] of paths) {
      const query = requiredQuery(operations.get as Operation);
      // The company of the examples has no feed and no shop; nothing is fetched from other hosts.
      const expected = /\/(catalog\/feed|shopify)$/.test(path) ? 404 : 200;
      const answer = await call('get', path, undefined, undefined, query);
      // A table has no schema.
      if (path.endsWith('.csv')) expect([path, answer.status]).toEqual([path, expected]);
      else expectDocumented(path, 'get', answer, expected);
    }
  });

  it('answers a documented error with the Error schema', async () => {
    const answer = await send(system.origin, '/api/v1/funnels/unknown');
    expectDocumented('/api/v1/funnels/{funnelId}', 'get', answer, 401);
  });

  function parseExamples(path: string, method: string): [type: string, example: unknown][] {
    const content = document.paths[path]?.[method]?.requestBody?.content ?? {};
    return Object.entries(content).flatMap(([type, { examples = {} }]) =>
      Object.values(examples).map(({ value }): [string, unknown] => [type, value]),
    );
  }

  /** Query parameters that must be given, with their examples; a list is repeated. */
  function requiredQuery({ parameters = [] }: Operation): string {
    const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
    const pairs = required.flatMap(({ name, example }) =>
      [example].flat().map((value): [string, string] => [name, String(value)]),
    );
    return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
  }

  /** Path parameters get what the system gave, or the document's own example. */
  function call(
    method: string,
    path: string,
    type?: string,
    body?: unknown,
    query = '',
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const parameters = document.paths[path]?.[method]?.parameters ?? [];
    const real: Record<string, string> = { funnelId: ids.funnelId, analysisId: ids.analysisId };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(real[name] || parameters.find((parameter) => parameter.name === name)?.example),
    );
    const token = path.startsWith('/api/admin/') ? system.platformToken : ids.apiKey;
    return send(system.origin, `${filled}${query}`, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}), ...headers },
      body,
    });
  }

  function expectDocumented(path: string, method: string, answer: Answer, status: number): void {
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
    const schema = document.paths[path]?.[method]?.responses[String(status)]?.content?.['application/json']?.schema;
    expect(schema, `${method} ${path} documents ${status}`).toBeDefined();
    const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'));
    const validate = ajv.compile(local);
    expect(validate(answer.body), `${method} ${path}: ${ajv.errorsText(validate.errors)}\n${answer.text}`).toBe(true);
  }
});
