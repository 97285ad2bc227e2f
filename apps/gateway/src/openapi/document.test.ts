import { createInProcessBus, createLogger, ERRORS } from '@svc/kit';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAuditLog } from '../audit/audit-log.js';
import { createClients } from '../clients.js';
import { createCompanyDomains } from '../hosts/company-domains.js';
import { KnownStates } from '../match/known-states.js';
import { MatchCache } from '../match/match-cache.js';
import { createMatchPurge } from '../match/match-purge.js';
import { SingleFlight } from '../match/single-flight.js';
import { dashboard as application } from '../resources/dashboard/dashboard.js';
import { toSecurity } from '../route/permission.js';
import { getErrors } from '../route/to-openapi.js';
import { createRouters, documentedRoutes } from '../router.js';
import { createOpenApiDocument } from './document.js';

type Json = Record<string, unknown>;

/** Every operation of the document, with what its definition says. */
const described = documentedRoutes.map((route) => ({
  ...{ id: route.id, tag: route.tag, method: route.method.toLowerCase(), path: route.path },
  errors: getErrors(route),
  schemes: toSecurity(route.permission).flatMap((requirement) => Object.keys(requirement)),
  contents: [route.body?.content, ...Object.values(route.answers).map(({ content }) => content)],
}));

const document = createOpenApiDocument(documentedRoutes);
const text = JSON.stringify(document);

/** Every `$ref` of the document. */
const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref as string);

const resolve = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document);

/** The schema that validates, by the id under which the document shows it. */
const getSchema = (ref: string): z.ZodType =>
  z.globalRegistry._idmap.get(ref.split('/').at(-1) as string) as unknown as z.ZodType;

function routesOfTheRouter(): Set<string> {
  const log = createLogger({ name: 'test', level: 'silent' });
  const address = '127.0.0.1:1';
  const addresses = {
    funnel: address,
    analysis: address,
    matcher: address,
    catalog: address,
    identity: address,
    insight: address,
    chat: address,
  };
  const clients = createClients(addresses);
  const cache = new MatchCache();
  const flights = new SingleFlight<never>();
  const purge = createMatchPurge(createInProcessBus(), cache, flights);
  const deps = {
    clients,
    audit: createAuditLog({ clients, log }),
    domains: createCompanyDomains(clients),
    productPaths: async () => [],
    chatState: async () => ({ isServing: true, hasLanguageModel: undefined, defaultStarters: [] }),
    cache,
    flights,
    states: new KnownStates(),
    purge,
    limits: undefined,
    platformTokens: ['x'],
    pageAddress: { scheme: 'http', baseDomain: 'svc.test' } as const,
    pageAssets: () => Promise.reject(new Error('not built')),
    dashboardAssets: () => Promise.reject(new Error('not built')),
    componentFiles: () => Promise.reject(new Error('not built')),
    readiness: { accepting: true },
    log,
  };
  const { dashboard, funnel } = createRouters(deps);
  // The dashboard is for browsers.
  const pages = new Set(application.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')));
  const layers = [...dashboard.stack.filter(({ path }) => !pages.has(String(path))), ...funnel.stack].filter(
    ({ path }) => path !== '/demo/images/{*path}',
  );
  clients.close();
  return new Set(
    layers.flatMap((layer) => {
      const path = String(layer.path).replace(/:(\w+)/g, '{$1}');
      // The router answers HEAD wherever it answers GET; only a HEAD route of its own is an operation.
      const methods = layer.methods.includes('GET') ? ['GET'] : layer.methods;
      return methods.map((method) => `${method} ${path}`);
    }),
  );
}

describe('the OpenAPI document', () => {
  it('describes every route of the router, and no other', () => {
    const names = new Set(described.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    expect(names).toEqual(routesOfTheRouter());
  });

  it('has every route for company API keys below /api/v1, and POST /api/analyses without a version (docs/contract.md C17.1)', () => {
    const keyed = described.filter(({ schemes }) => schemes.includes('companyApiKey'));
    expect(keyed.map(({ path }) => path).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
    expect(keyed.length).toBeGreaterThan(1);
    expect(document.paths).toHaveProperty(['/api/analyses', 'post']);
  });

  it('has the shape of OpenAPI 3.1: what must be there is there', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    for (const [path, item] of Object.entries(document.paths)) {
      expect(path).toMatch(/^\//);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(item) as Json[]) {
        const parameters = (operation.parameters ?? []) as { in: string; name: string; required: boolean }[];
        expect(parameters.filter((p) => p.in === 'path' && p.required).map(({ name }) => name)).toEqual(inPath);
        const responses = Object.entries(operation.responses as Json);
        expect(responses.length).toBeGreaterThan(0);
        for (const [status, response] of responses) {
          expect(status).toMatch(/^[1-5]\d\d$/);
          expect(response).toHaveProperty('description');
        }
      }
    }
  });

  it('names operations once and knows its tags and security schemes', () => {
    const ids = described.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { tag, schemes } of described) {
      expect(tags).toContain(tag);
      for (const scheme of schemes) expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  it('resolves all its references', () => {
    expect(references.length).toBeGreaterThan(100);
    for (const ref of new Set(references)) expect(resolve(ref), ref).toBeDefined();
  });

  it('shows every error code as a named example with the common body', () => {
    expect(Object.keys(document.components.examples)).toEqual(Object.keys(ERRORS));
    for (const [code, example] of Object.entries(document.components.examples)) {
      expect(getSchema('Error').parse((example as { value: unknown }).value)).toMatchObject({ error: code });
    }
  });

  it('lists each error of an operation under its status', () => {
    for (const { path, method, errors } of described) {
      const operation = document.paths[path]?.[method] as { responses: Record<string, Json> };
      for (const code of errors) {
        expect(JSON.stringify(operation.responses[String(ERRORS[code].http)])).toContain(
          `#/components/examples/${code}`,
        );
      }
    }
  });

  it('returns every list of the management API in pages, with limit and cursor (docs/management.md "Authentication")', () => {
    const lists = documentedRoutes.filter(
      ({ method, path, answers }) =>
        method === 'GET' &&
        path.startsWith('/api/admin/v1/') &&
        Object.values(answers[200]?.content?.['application/json']?.examples ?? {}).some(({ value }) =>
          Array.isArray((value as Json).data),
        ),
    );
    expect(lists.length).toBeGreaterThan(20);
    for (const { id, query, answers } of lists) {
      expect(Object.keys(query ?? {}), id).toEqual(expect.arrayContaining(['limit', 'cursor']));
      for (const { value } of Object.values(answers[200]?.content?.['application/json']?.examples ?? {}))
        expect(Object.keys(value as Json), id).toEqual(['data', 'nextCursor']);
    }
  });

  it('has an example for every request and every successful response with a body, and each one passes its schema', () => {
    let checked = 0;
    for (const { id, contents } of described) {
      for (const content of contents) {
        for (const [type, { schema, examples }] of Object.entries(content ?? {})) {
          expect(Object.keys(examples), `${id} ${type}`).not.toEqual([]);
          if (type !== 'application/json' || !('$ref' in schema)) continue;
          for (const { value } of Object.values(examples)) {
            expect(getSchema(schema.$ref as string).safeParse(value).error, id).toBeUndefined();
            checked++;
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(15);
  });

  it('JSON may be sent as text to these routes only (docs/contract.md C3.1)', () => {
    const asText = documentedRoutes.filter(({ body }) => body?.content['text/plain'] !== undefined);
    expect(asText.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'POST /api/chat/v1/threads',
      'POST /api/chat/v1/threads/{threadId}/turns',
      'POST /api/v1/events',
      'POST /api/v1/orders',
      'POST /api/v1/refunds',
      'POST /api/v1/visits',
    ]);
  });

  it('describes what is delivered to webhooks, with an example that passes its schema (docs/webhooks.md)', () => {
    const { post } = document.webhooks.analysisCompleted;
    const { schema, examples } = post.requestBody.content['application/json'] as Json;
    expect(schema).toEqual({ $ref: '#/components/schemas/WebhookPayload' });
    for (const { value } of Object.values(examples as Record<string, { value: unknown }>)) {
      expect(getSchema('WebhookPayload').safeParse(value).error).toBeUndefined();
    }
    expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  });

  it('shows no key with a valid checksum, so that no secret scanner is alarmed. docs/contract.md C5.3', async () => {
    const { isWellFormedApiKey } = await import('@svc/kit');
    const keys = text.match(/svc_live_\w+/g) ?? [];
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter(isWellFormedApiKey)).toEqual([]);
  });
});
