import type { Operation } from './operation.js';

const shared = { tag: 'System', security: 'none', errors: [] } as const;

const json = (example: unknown) => ({
  'application/json': { schema: { type: 'object' }, examples: { answer: { value: example } } },
});
const text = (type: string, example: string) => ({
  [type]: { schema: { type: 'string' }, examples: { answer: { value: example } } },
});

const services = { funnel: true, analysis: true, matcher: true, catalog: true };

/** Probes and documentation; the same on every host. */
export const systemOperations: Operation[] = [
  {
    ...shared,
    errors: [],
    method: 'get',
    path: '/healthz',
    id: 'healthz',
    summary: 'The process lives',
    success: { 200: { description: 'It does.', content: json({ status: 'ok' }) } },
  },
  {
    ...shared,
    errors: [],
    method: 'get',
    path: '/readyz',
    id: 'readyz',
    summary: 'Every service and the database answer',
    success: {
      200: { description: 'They do.', content: json({ status: 'ready', services }) },
      503: {
        description: 'One does not, or the gateway is stopping.',
        content: json({ status: 'not ready', services: { ...services, matcher: false } }),
      },
    },
  },
  {
    ...shared,
    errors: [],
    method: 'get',
    path: '/openapi.json',
    id: 'openapi',
    summary: 'This document',
    success: { 200: { description: 'OpenAPI 3.1.', content: json({ openapi: '3.1.1' }) } },
  },
  {
    ...shared,
    errors: [],
    method: 'get',
    path: '/docs',
    id: 'docs',
    summary: 'This document as a page',
    success: { 200: { description: 'HTML.', content: text('text/html', '<!doctype html>…') } },
  },
  {
    ...shared,
    errors: ['NOT_FOUND'],
    method: 'get',
    path: '/docs/{hash}/reference.js',
    id: 'docsScript',
    summary: "The page's script",
    parameters: [{ in: 'path', name: 'hash', description: 'Names the content.', example: '0123456789abcdef' }],
    success: { 200: { description: 'May be kept for ever.', content: text('text/javascript', '…') } },
  },
  {
    ...shared,
    errors: [],
    method: 'get',
    path: '/robots.txt',
    id: 'robots',
    summary: 'Rules for crawlers',
    success: {
      200: { description: 'Nothing below /api.', content: text('text/plain', 'User-agent: *\nDisallow: /api/\n') },
    },
  },
];
