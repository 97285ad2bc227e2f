import { ERRORS, type ErrorCode } from '@svc/kit';
import { ref } from './ref.js';

/** A parameter in short. `in: path` is always required. */
export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  description: string;
  example: unknown;
  required?: boolean;
  schema?: object;
}

/** A body: its schema's id (or a schema) and named examples, by media type. */
export type Content = Record<
  string,
  { schema: object; examples: Record<string, { value: unknown; summary?: string }> }
>;

export interface Success {
  description: string;
  content?: Content;
  headers?: Record<string, string>;
}

/** One operation in short; `toOpenApi` writes it out. */
export interface Operation {
  method: 'get' | 'head' | 'options' | 'post' | 'put' | 'delete';
  path: string;
  id: string;
  tag: string;
  summary: string;
  description?: string;
  security: 'companyApiKey' | 'platformToken' | 'none';
  /** Default: the API host and the dashboard host. */
  server?: 'funnelHost';
  parameters?: Parameter[];
  request?: { required: boolean; content: Content };
  success: Record<number, Success>;
  errors: ErrorCode[];
  /** Codes that come with `Retry-After` on this route only, and what it says. */
  retryAfter?: RetryAfter;
}

type RetryAfter = Partial<Record<ErrorCode, string>>;

/** JSON content with one schema of the components and named examples. */
export const jsonContent = (id: string, examples: Record<string, unknown>): Content => ({
  'application/json': {
    schema: ref(id),
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  },
});

/** The operation as an OpenAPI 3.1 operation object; error codes of one status stand together as named examples. */
export function toOpenApi(operation: Operation): object {
  const { id, tag, summary, description, security, server, parameters, request, success, errors, retryAfter } =
    operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: security === 'none' ? [] : [{ [security]: [] }],
    ...(server === undefined ? {} : { servers: [FUNNEL_HOST] }),
    ...(parameters === undefined ? {} : { parameters: parameters.map(toParameter) }),
    ...(request === undefined ? {} : { requestBody: request }),
    responses: { ...mapValues(success, toResponse), ...errorResponses(errors, retryAfter) },
  };
}

const FUNNEL_HOST = {
  url: '{scheme}://{subdomain}.{baseDomain}',
  description: 'The funnel’s own host, or its full host name.',
  variables: {
    scheme: { default: 'https', enum: ['http', 'https'] },
    subdomain: { default: 'beauty', description: 'Sub-domain of the funnel.' },
    baseDomain: { default: 'svc.example', description: 'BASE_DOMAIN of the gateway.' },
  },
};

const toParameter = ({ in: place, name, description, example, required, schema }: Parameter) => ({
  in: place,
  name,
  description,
  required: place === 'path' || required === true,
  schema: schema ?? { type: 'string' },
  example,
});

const toResponse = ({ description, content, headers }: Success) => ({
  description,
  headers: { 'X-Request-Id': header('Names the request in logs.'), ...mapValues(headers ?? {}, header) },
  ...(content === undefined ? {} : { content }),
});

const header = (description: string) => ({ description, schema: { type: 'string' } });

function retryAfterHeader(codes: readonly ErrorCode[], described: RetryAfter): Record<string, object> {
  const description = codes.map((code) => described[code] ?? ('retryAfterS' in ERRORS[code] ? 'Seconds.' : undefined));
  const found = description.find((text) => text !== undefined);
  return found === undefined ? {} : { 'Retry-After': header(found) };
}

function errorResponses(codes: readonly ErrorCode[], retryAfter: RetryAfter = {}): Record<string, object> {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].http))];
  const groups = statuses.map((status) => [status, codes.filter((code) => ERRORS[code].http === status)] as const);
  return Object.fromEntries(
    groups.map(([status, group]) => [
      String(status),
      {
        description: group.join(', '),
        headers: {
          'X-Request-Id': header('Names the request in logs.'),
          'Cache-Control': header('no-store'),
          ...retryAfterHeader(group, retryAfter),
        },
        content: {
          'application/json': {
            schema: ref('Error'),
            examples: Object.fromEntries(group.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  );
}

const mapValues = <V, R>(record: Record<string, V>, map: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
