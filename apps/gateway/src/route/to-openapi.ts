import { ERRORS, type ErrorCode } from '@svc/kit';
import { ref } from '../openapi/schemas.js';
import type { Answer } from './answer.js';
import { type Parameter, type Parameters, QUERY_ERRORS } from './parameter.js';
import { PERMISSION_ERRORS, securityOf } from './permission.js';
import type { Route } from './route.js';

/** Errors that every route can end with. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'METHOD_NOT_ALLOWED',
  'REQUEST_HEADERS_TOO_LARGE',
  'INTERNAL',
  'UNAVAILABLE',
  'TIMEOUT',
];

/** Every error code that a route can answer with: its own, and those that follow from its declaration. */
export function errorsOf(route: Route<never>): ErrorCode[] {
  if (route.method === 'OPTIONS' || route.permission === 'none') return [...(route.errors ?? [])];
  return [
    ...new Set([
      ...(route.errors ?? []),
      ...(route.query ? QUERY_ERRORS : []),
      ...(route.body?.errors ?? []),
      ...PERMISSION_ERRORS[route.permission],
      ...COMMON_ERRORS,
    ]),
  ];
}

/** The route as an OpenAPI 3.1 operation object; error codes of one status stand together as named examples. */
export function toOpenApi(route: Route<never>): object {
  const { id, tag, summary, description, permission, params = {}, query = {}, body, answers } = route;
  const parameters = [...toParameters('path', params), ...toParameters('query', query)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(permission),
    ...(tag === 'Funnel host' ? { servers: [FUNNEL_HOST] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: body.required, content: body.content } }),
    responses: { ...mapValues(answers, toResponse), ...toErrorResponses(errorsOf(route)) },
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

const toParameters = (place: 'path' | 'query', parameters: Parameters): object[] =>
  Object.entries(parameters).map(([name, parameter]) => toParameter(place, name, parameter));

const toParameter = (place: string, name: string, { description, example, required, schema }: Parameter<unknown>) => ({
  in: place,
  name,
  description,
  required: place === 'path' || required === true,
  schema: schema ?? { type: 'string' },
  example,
});

const toResponse = ({ description, content, headers }: Answer) => ({
  description,
  headers: { 'X-Request-Id': header('Names the request in logs.'), ...mapValues(headers ?? {}, header) },
  ...(content === undefined ? {} : { content }),
});

const header = (description: string) => ({ description, schema: { type: 'string' } });

function toErrorResponses(codes: readonly ErrorCode[]): Record<string, object> {
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
          ...(group.some((code) => 'retryAfterS' in ERRORS[code]) ? { 'Retry-After': header('Seconds.') } : {}),
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
