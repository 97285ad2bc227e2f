import type { ErrorCode } from '@svc/kit';
import type { AuditNote } from '../audit/record.js';
import type { GatewayMiddleware, RouteContext } from '../context.js';
import type { Answer, Reply } from './answer.js';
import type { Body } from './body.js';
import type { RouteDeps } from './deps.js';
import type { Parameters, ValuesOf } from './parameter.js';
import type { Permission } from './permission.js';
import type { QueryStrictness } from './read-query.js';

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler gets: everything the route declares, parsed. */
export interface RouteRequest<P, Q, H, B> {
  readonly params: ValuesOf<P>;
  readonly query: ValuesOf<Q>;
  readonly headers: ValuesOf<H>;
  readonly body: B;
  /** For what a declaration cannot say: content negotiation, the host, the state that middleware set. */
  readonly ctx: RouteContext;
}

/** Everything that is known about one route: it validates requests, types its handler and is the OpenAPI operation. */
export interface RouteDefinition<
  P extends Parameters,
  Q extends Parameters,
  H extends Parameters,
  B,
  A extends Readonly<Record<number, Answer>>,
> {
  readonly method: Method;
  /** With parameters in braces: `/api/v1/funnels/{funnelId}`. */
  readonly path: string;
  /** operationId of the OpenAPI document. */
  readonly id: string;
  readonly tag: 'v1' | 'Components' | 'Funnel host' | 'Management' | 'Sign-in' | 'System';
  readonly summary: string;
  readonly description?: string;
  readonly permission: Permission;
  /**
   * `always`: a read that the audit log records. `never`: it has another method and changes nothing. Absent: changes are recorded.
   * docs/identity.md I11.
   */
  readonly audit?: 'always' | 'never';
  /** What the audit log keeps of a parsed request, in addition to the ids of its path. */
  readonly describe?: (deps: RouteDeps) => (request: RouteRequest<P, Q, H, B>) => AuditNote;
  /** What a parsed request must fulfill before anything is recorded or done: budgets, its origin. */
  readonly admit?: (deps: RouteDeps) => (request: RouteRequest<P, Q, H, B>) => Promise<void> | void;
  /** Runs between the guards and the handler, and sees what parsing fails with. */
  readonly middleware?: (deps: RouteDeps) => GatewayMiddleware;
  /** One for each name in braces. */
  readonly params?: P;
  readonly query?: Q;
  readonly queryStrictness?: QueryStrictness;
  readonly headers?: H;
  readonly body?: Body<B>;
  readonly answers: A;
  /** Beyond those that follow from permission, query and body. */
  readonly errors?: readonly ErrorCode[];
  /** Of the errors that other routes share: those that this route never ends with. */
  readonly neverErrors?: readonly ErrorCode[];
  /** Codes that come with `Retry-After` on this route only, and what it says. */
  readonly retryAfter?: Partial<Record<ErrorCode, string>>;
  readonly handler: (
    deps: RouteDeps,
  ) => (request: RouteRequest<P, Q, H, B>) => Promise<Reply<keyof A & number>> | Reply<keyof A & number>;
}

/** A route whose types its handler has been checked against. */
export interface Route
  extends Omit<
    RouteDefinition<Parameters, Parameters, Parameters, unknown, Readonly<Record<number, Answer>>>,
    'handler' | 'admit' | 'describe'
  > {
  describe?(deps: RouteDeps): (request: RouteRequest<Parameters, Parameters, Parameters, unknown>) => AuditNote;
  admit?(deps: RouteDeps): (request: RouteRequest<Parameters, Parameters, Parameters, unknown>) => Promise<void> | void;
  handler(
    deps: RouteDeps,
  ): (request: RouteRequest<Parameters, Parameters, Parameters, unknown>) => Promise<Reply> | Reply;
}

/** Defines a route. The types of `params`, `query`, `headers`, `body` and `answers` are those of its handler. */
export function route<
  const P extends Parameters = Record<never, never>,
  const Q extends Parameters = Record<never, never>,
  const H extends Parameters = Record<never, never>,
  B = undefined,
  const A extends Readonly<Record<number, Answer>> = Readonly<Record<number, Answer>>,
>(definition: RouteDefinition<P, Q, H, B, A>): Route {
  // The mount parses with the declarations that the types are made of.
  return definition as unknown as Route;
}
