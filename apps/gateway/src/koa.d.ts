/**
 * The part of Koa 3 that the gateway uses. Koa ships no types of its own; @koa/router's types refer to these names.
 */
declare module 'koa' {
  import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

  export type DefaultState = object;
  export type DefaultContext = object;

  export interface BaseContext {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    readonly headerSent: boolean;
    /** Path of the URL, without the query, not decoded. */
    path: string;
    url: string;
    status: number;
    type: string;
    /** Names of Koa respond to nobody: false leaves the answer to the handler. */
    respond?: boolean;
    get(field: string): string;
    set(field: string, value: string | string[]): void;
    set(fields: Record<string, string | string[]>): void;
    remove(field: string): void;
  }

  export type ParameterizedContext<StateT = DefaultState, ContextT = DefaultContext, BodyT = unknown> = BaseContext & {
    state: StateT;
    body: BodyT;
  } & ContextT;

  export type Next = () => Promise<unknown>;
  export type Middleware<StateT = DefaultState, ContextT = DefaultContext, BodyT = unknown> = (
    context: ParameterizedContext<StateT, ContextT, BodyT>,
    next: Next,
  ) => unknown;

  export default class Koa<StateT = DefaultState, ContextT = DefaultContext> {
    silent: boolean;
    use(middleware: Middleware<StateT, ContextT>): this;
    on(event: 'error', listener: (error: Error) => void): this;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  }
}
