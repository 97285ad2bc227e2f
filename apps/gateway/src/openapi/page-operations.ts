import { ANALYSIS_ID, VERSION_ID } from './examples.js';
import type { Operation, Parameter } from './operation.js';

const shared = { tag: 'Funnel host', server: 'funnelHost', security: 'none', method: 'get' } as const;

const HTML = {
  'text/html': {
    schema: { type: 'string' },
    examples: { page: { value: '<!doctype html>\n<html lang="de" dir="ltr">…' } },
  },
};
const HEADERS = {
  'Content-Security-Policy': 'Its own files only; frame-ancestors are the company’s domains.',
  'Cache-Control': 'no-store',
};
const LOCALE: Parameter = {
  in: 'query',
  name: 'locale',
  description: 'BCP 47. Default: the first language of Accept-Language that the questions have, else the company’s.',
  example: 'de-CH',
};
const ERRORS = [
  'INVALID_QUERY',
  'NOT_FOUND',
  'FUNNEL_NOT_PUBLISHED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
  'TIMEOUT',
] as const;
const AS_PAGES = 'Errors are pages for clients whose Accept names text/html, with the same status.';

/** The pages of a funnel's host and their files. Docs: questionnaire.md. */
export const pageOperations: Operation[] = [
  {
    ...shared,
    path: '/',
    id: 'getPage',
    summary: 'The questionnaire as a page',
    description: `One HTML document with the funnel in it. A paused funnel has a page that says so. Sets no cookies. ${AS_PAGES}`,
    parameters: [
      LOCALE,
      {
        in: 'query',
        name: 'versionId',
        description:
          'The current published version or the current draft: who knows the draft’s id sees a preview of it.',
        example: VERSION_ID,
      },
      {
        in: 'query',
        name: 'source',
        description: 'Stored with the submission, as is the whole query string. Read by the page.',
        example: 'newsletter',
      },
      {
        in: 'query',
        name: 'forceStart',
        description: 'true: start again, also for visitors who have a result. Read by the page.',
        schema: { type: 'string', enum: ['true', 'false'] },
        example: 'true',
      },
    ],
    success: { 200: { description: 'The page.', content: HTML, headers: HEADERS } },
    errors: [...ERRORS, 'VERSION_NOT_FOUND'],
  },
  {
    ...shared,
    path: '/r/{analysisId}',
    id: 'getResultPage',
    summary: 'A result as a page',
    description: `The analysis id is the capability. Nothing of the analysis is in the document; its script asks for the result. ${AS_PAGES}`,
    parameters: [{ in: 'path', name: 'analysisId', description: 'Of a submission.', example: ANALYSIS_ID }, LOCALE],
    success: {
      200: { description: 'The page.', content: HTML, headers: { ...HEADERS, 'X-Robots-Tag': 'noindex' } },
    },
    errors: [...ERRORS],
  },
  {
    ...shared,
    path: '/assets/{file}',
    id: 'getAsset',
    summary: 'A file of the page',
    parameters: [
      {
        in: 'path',
        name: 'file',
        description: 'As the page names it; it says its content.',
        example: 'main-CadfEWD-.js',
      },
    ],
    success: {
      200: {
        description: 'The file; br or gzip where the client takes it.',
        content: { 'text/javascript': { schema: { type: 'string' }, examples: { script: { value: 'export {};' } } } },
        headers: { 'Cache-Control': 'public, max-age=31536000, immutable', ETag: 'Of this encoding.' },
      },
    },
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
  },
];
