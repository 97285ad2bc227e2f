import type { Operation } from './operation.js';

import { SHOP } from './shopify-examples.js';

const page = (title: string) => ({
  'text/html': {
    schema: { type: 'string' },
    examples: { page: { value: `<!doctype html>\n<html lang="en">…<h1>${title}</h1>…` } },
  },
});
const header = (name: string, description: string, example: string) => ({
  in: 'header' as const,
  name,
  description,
  example,
});
const query = (name: string, description: string, example: string) => ({
  in: 'query' as const,
  name,
  description,
  example,
  required: true,
});

export const shopifyOperations: Operation[] = [
  {
    tag: 'System',
    security: 'none',
    method: 'get',
    path: '/shopify/callback',
    id: 'shopifyCallback',
    summary: 'Where Shopify sends the browser of a merchant who consented',
    description:
      'For browsers that come from Shopify: the query is signed with the secret of the app, at most 5 minutes old, and its state serves once. ' +
      'Answers are pages.',
    parameters: [
      query('code', 'Exchanged for a token.', '0907a61c0c8d55e99db179b68161bc00'),
      query('hmac', 'HMAC-SHA256 of the other parameters, sorted by name.', '700e2dadb827fcc8609e9d5ce208b2e9'),
      query('host', 'Part of the address of the admin, base64.', 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvZ2xvdw'),
      query('shop', 'Domain of the shop.', SHOP),
      query('state', 'As in the address of the install.', 'Zm9yZXZlcnlpbnN0YWxs'),
      query('timestamp', 'Seconds since 1970.', '1795255200'),
    ],
    success: {
      200: { description: 'The shop is connected.', content: page(`${SHOP} is connected`) },
      400: { description: 'The query is not one of Shopify.', content: page('The shop is not connected') },
      409: { description: 'The shop or the company is taken.', content: page('The shop is not connected') },
    },
    errors: ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE', 'TIMEOUT'],
  },
  {
    tag: 'System',
    security: 'none',
    method: 'post',
    path: '/shopify/webhooks',
    id: 'shopifyWebhooks',
    summary: 'Where Shopify tells what happened',
    description:
      'products/create, products/update, products/delete, app/uninstalled, bulk_operations/finish and the compliance topics; others are ' +
      'ignored. Answered when it is stored, and done afterwards. An event counts once, however often it is sent. At most 1 MiB.',
    parameters: [
      { ...header('X-Shopify-Topic', 'What happened.', 'products/update'), required: true },
      { ...header('X-Shopify-Shop-Domain', 'Domain of the shop.', SHOP), required: true },
      {
        ...header(
          'X-Shopify-Hmac-Sha256',
          'base64 of HMAC-SHA256 over the bytes of the body.',
          'XWmrwMey6OsLMeiZKwP4…',
        ),
        required: true,
      },
      header('X-Shopify-Event-Id', 'Names the event; the same in copies.', '98880550-7158-44d4-b7cd-2c97c8a091b5'),
      header('X-Shopify-Webhook-Id', 'Serves where the event has no id.', 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043'),
      header('X-Shopify-Triggered-At', 'When it happened.', '2026-11-21T10:00:00.000000000Z'),
    ],
    request: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object' },
          examples: { product: { value: { id: 788032119674292, updated_at: '2026-11-21T10:00:00Z' } } },
        },
      },
    },
    success: {
      200: {
        description: 'Stored, or known already, or not for us.',
        content: { 'text/plain': { schema: { type: 'string' }, examples: { answer: { value: 'ok' } } } },
      },
    },
    errors: [
      'NOT_FOUND',
      'REQUEST_TOO_LARGE',
      'REQUEST_TIMEOUT',
      'UNAUTHORIZED',
      'RATE_LIMITED',
      'METHOD_NOT_ALLOWED',
      'INTERNAL',
      'UNAVAILABLE',
      'TIMEOUT',
    ],
  },
];
