import type { Prepared } from './client/outgoing-call.js';
import type { MethodDefinition } from './service.js';

/** What carries the calls of one client. Callers cannot distinguish one transport from another. */
export interface Transport {
  unary(method: MethodDefinition, request: unknown, prepared: Prepared): Promise<unknown>;
  /** The call begins with the first `next()` and is cancelled when the reader stops early. */
  serverStream(method: MethodDefinition, request: unknown, prepare: () => Prepared): AsyncIterable<unknown>;
  clientStream(method: MethodDefinition, requests: AsyncIterable<unknown>, prepared: Prepared): Promise<unknown>;
  close(): void;
}
