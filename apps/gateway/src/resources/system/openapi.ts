import { sha256 } from '@svc/kit';
import { loadOnce } from '../../load-once.js';
import { plainContent, sendJson } from '../../route/answer.js';
import { type Route, route } from '../../route/route.js';
import { system } from './system.js';

/** @param getRoutes - those of the document; this one is among them. */
export const createOpenApiRoute = (getRoutes: () => readonly Route[]): Route =>
  route({
    ...system,
    method: 'GET',
    path: '/openapi.json',
    id: 'openapi',
    summary: 'This document',
    description: 'Open to tools of every origin.',
    answers: {
      200: {
        description: 'OpenAPI 3.1.',
        content: plainContent('application/json', { openapi: '3.1.1' }),
        headers: { ETag: 'Of the document.' },
      },
    },
    handler: () => {
      const load = loadOnce(() => loadDocument(getRoutes()));
      return async () => {
        const { body, etag } = await load();
        const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300', ETag: etag };
        return sendJson(200, body, headers);
      };
    },
  });

/** The modules of the document are loaded with the first request, so that a start does not wait for them. */
async function loadDocument(routes: readonly Route[]) {
  const { createOpenApiDocument } = await import('../../openapi/document.js');
  const body = Buffer.from(JSON.stringify(createOpenApiDocument(routes)));
  return { body, etag: `"${sha256(body).toString('base64url').slice(0, 27)}"` };
}
