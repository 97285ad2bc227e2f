import type { ErrorCode } from '@svc/kit';
import type { RouteContext } from '../context.js';
import type { Answer, Reply } from './answer.js';
import type { Body } from './body.js';
import type { Parameters, ValuesOf } from './parameter.js';
import type { Permission } from './permission.js';

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'DELETE';

/** What a handler gets: everything the route declares, parsed. */
export interface RouteRequest<P, Q, B> {
  readonly params: ValuesOf<P>;
  readonly query: ValuesOf<Q>;
  readonly body: B;
  /** For what a declaration cannot say: headers, the host, the state that middleware set. */
  readonly ctx: RouteContext;
}

/** Everything that is known about one route: it validates requests, types its handler and is the OpenAPI operation. */
export interface RouteDefinition<D, P extends Parameters, Q extends Parameters, B, A extends Record<number, Answer>> {
  readonly method: Method;
  /** With parameters in braces: `/api/v1/funnels/{funnelId}`. */
  readonly path: string;
  /** operationId of the OpenAPI document. */
  readonly id: string;
  readonly tag: 'v1' | 'Funnel host' | 'Management' | 'System';
  readonly summary: string;
  readonly description?: string;
  readonly permission: Permission;
  /** One for each name in braces. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: Body<B>;
  readonly answers: A;
  /** Beyond those that follow from permission, query and body. */
  readonly errors?: readonly ErrorCode[];
  readonly handler: (
    deps: D,
  ) => (request: RouteRequest<P, Q, B>) => Promise<Reply<keyof A & number>> | Reply<keyof A & number>;
}

/** A route whose types its handler has been checked against. */
export interface Route<D>
  extends Omit<RouteDefinition<D, Parameters, Parameters, unknown, Record<number, Answer>>, 'handler'> {
  handler(deps: D): (request: RouteRequest<Parameters, Parameters, unknown>) => Promise<Reply> | Reply;
}

/** Defines a route. The types of `params`, `query`, `body` and `answers` are those of its handler. */
export function route<
  D,
  const P extends Parameters = Record<never, never>,
  const Q extends Parameters = Record<never, never>,
  B = undefined,
  const A extends Record<number, Answer> = Record<number, Answer>,
>(definition: RouteDefinition<D, P, Q, B, A>): Route<D> {
  return definition as unknown as Route<D>;
}
