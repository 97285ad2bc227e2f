import { sha256 } from '@svc/kit';
import { loadOnce } from '../../load-once.js';
import { plainContent, sendBody } from '../../route/answer.js';
import { type Route, route } from '../../route/route.js';
import { system } from './system.js';

/**
 * The outline for language models. docs/contract.md C2.7.
 * @param getRoutes - those of the OpenAPI document; this one is among them.
 */
export const createOutlineRoute = (getRoutes: () => readonly Route[]): Route =>
  route({
    ...system,
    method: 'GET',
    path: '/llms.txt',
    id: 'outline',
    summary: 'An outline for language models and their tools',
    description: 'In Markdown, in the form of llmstxt.org.',
    answers: {
      200: {
        description: 'The outline.',
        content: plainContent('text/plain', '# Headless questionnaire, analysis and matching\n'),
        headers: { ETag: 'Of the outline.' },
      },
    },
    handler: ({ pageAddress: { scheme, baseDomain } }) => {
      const load = loadOnce(() => loadOutline(getRoutes(), `${scheme}://${baseDomain}`));
      return async () => {
        const { body, etag } = await load();
        const headers = { 'Cache-Control': 'public, max-age=300', ETag: etag };
        return sendBody(200, 'text/plain; charset=utf-8', body, headers);
      };
    },
  });

/** Loaded with the first request, as the OpenAPI document is. */
async function loadOutline(routes: readonly Route[], origin: string) {
  const { createOutline } = await import('../../openapi/outline.js');
  const body = Buffer.from(createOutline(routes, origin));
  return { body, etag: `"${sha256(body).toString('base64url').slice(0, 27)}"` };
}
