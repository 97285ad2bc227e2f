import { ERRORS, type ErrorCode } from '@svc/kit';
import { ref } from '../openapi/ref.js';
import type { Answer } from './answer.js';
import { type Parameter, type Parameters, QUERY_ERRORS } from './parameter.js';
import { getPermissionErrors, toSecurity } from './permission.js';
import type { Route } from './route.js';

/** Errors of requests that reach no route. */
const SERVER_ERRORS: readonly ErrorCode[] = ['REQUEST_HEADERS_TOO_LARGE'];

/** Errors of every route that calls a service. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  ...SERVER_ERRORS,
  'METHOD_NOT_ALLOWED',
  'INTERNAL',
  'UNAVAILABLE',
  'TIMEOUT',
];

const STRICT_QUERY_ERRORS: readonly ErrorCode[] = ['URI_TOO_LONG'];

/** Every error code that a route can answer with: its own, and those that follow from its declaration. */
export function getErrors(route: Route): ErrorCode[] {
  if (route.method === 'OPTIONS' || route.permission === 'none') return [...(route.errors ?? []), ...SERVER_ERRORS];
  const never = new Set(route.neverErrors);
  return [
    ...new Set([
      ...(route.errors ?? []),
      ...(route.query ? QUERY_ERRORS : []),
      ...(route.queryStrictness ? STRICT_QUERY_ERRORS : []),
      ...(route.body?.errors ?? []),
      ...getPermissionErrors(route.permission, route.method),
      ...COMMON_ERRORS,
    ]),
  ].filter((code) => !never.has(code));
}

/** The route as an OpenAPI 3.1 operation object; error codes of one status stand together as named examples. */
export function toOpenApi(route: Route): object {
  const { id, tag, summary, description, permission, params = {}, query = {}, headers = {}, body, answers } = route;
  const parameters = [
    ...toParameters('path', params),
    ...toParameters('query', query),
    ...toParameters('header', headers),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: toSecurity(permission),
    ...(tag === 'Funnel host' ? { servers: [FUNNEL_HOST] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: body.required, content: body.content } }),
    responses: merge(
      mapValues({ ...notModified(answers), ...answers }, toResponse),
      toErrorResponses(getErrors(route), route.retryAfter),
    ),
  };
}

/** An answer with an ETag is 304 for callers that have it already. */
function notModified(answers: Route['answers']): Record<string, Answer> {
  const headers = answers[200]?.headers;
  if (!headers?.ETag) return {};
  return { 304: { description: 'If-None-Match names the current ETag.', headers } };
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

const toParameters = (place: 'path' | 'query' | 'header', parameters: Parameters): object[] =>
  Object.entries(parameters).map(([name, parameter]) => toParameter(place, name, parameter));

const toParameter = (place: string, name: string, { description, example, required, schema }: Parameter<unknown>) => ({
  in: place,
  name,
  description,
  required: place === 'path' || required === true,
  schema: schema ?? { type: 'string' },
  example,
});

interface Response {
  description: string;
  headers: Record<string, object>;
  content?: object;
}

const toResponse = ({ description, content, headers }: Answer): Response => ({
  description,
  headers: {
    'X-Request-Id': header('Names the request in logs.'),
    ...mapValues(headers ?? {}, (text) => header(text)),
  },
  ...(content === undefined ? {} : { content }),
});

const header = (description: string) => ({ description, schema: { type: 'string' } });

/** A status may have answers and errors. */
function merge(answers: Record<string, Response>, errors: Record<string, Response>): Record<string, Response> {
  const merged = mapValues(errors, (error, status) => {
    const answer = answers[status];
    return answer
      ? {
          description: `${answer.description} Or: ${error.description}`,
          headers: { ...answer.headers, ...error.headers },
          content: { ...answer.content, ...error.content },
        }
      : error;
  });
  return { ...answers, ...merged };
}

function toErrorResponses(codes: readonly ErrorCode[], retryAfter: Route['retryAfter'] = {}): Record<string, Response> {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].http))];
  return Object.fromEntries(
    statuses.map((status) => {
      const group = codes.filter((code) => ERRORS[code].http === status);
      const seconds = group.map((code) => retryAfter[code] ?? ('retryAfterS' in ERRORS[code] ? 'Seconds.' : undefined));
      const described = seconds.find((text) => text !== undefined);
      return [
        String(status),
        {
          description: group.join(', '),
          headers: {
            'X-Request-Id': header('Names the request in logs.'),
            'Cache-Control': header('no-store'),
            ...(described === undefined ? {} : { 'Retry-After': header(described) }),
          },
          content: {
            'application/json': {
              schema: ref('Error'),
              examples: Object.fromEntries(group.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
            },
          },
        },
      ];
    }),
  );
}

const mapValues = <V, R>(record: Readonly<Record<string, V>>, map: (value: V, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
