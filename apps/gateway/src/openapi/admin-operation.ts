import type { ErrorCode } from '@svc/kit';
import { jsonContent, type Operation, type Parameter } from './operation.js';

export const COMPANY = '/api/admin/v1/companies/{handle}';
export const BASE_ERRORS: ErrorCode[] = [
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'METHOD_NOT_ALLOWED',
  'INTERNAL',
  'UNAVAILABLE',
  'TIMEOUT',
];
export const COMPANY_ERRORS: ErrorCode[] = [...BASE_ERRORS, 'NOT_FOUND'];
export const BODY_ERRORS: ErrorCode[] = ['REQUEST_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

export const path = (name: string, description: string, example: string): Parameter => ({
  in: 'path',
  name,
  description,
  example,
});
export const handle = path('handle', 'Handle of the company.', 'glow');
export const subdomain = path('subdomain', 'Sub-domain of the funnel.', 'beauty');
export const paging: Parameter[] = [
  {
    in: 'query',
    name: 'limit',
    description: '1 to 100.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    example: 20,
  },
  { in: 'query', name: 'cursor', description: 'nextCursor of the page before.', example: 'eyJvIjoyMH0' },
];
export const flag = (name: string, description: string): Parameter => ({
  in: 'query',
  name,
  description,
  schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
  example: 'true',
});

/** What all operations of this file share. */
export const admin = (operation: Omit<Operation, 'tag' | 'security'>): Operation => ({
  tag: 'Management',
  security: 'platformToken',
  ...operation,
});

export const list = (pageId: string, item: object): Operation['success'] => ({
  200: {
    description: 'One page.',
    content: jsonContent(pageId, { page: { data: [item], nextCursor: null } }),
  },
});
