import type { Call } from './service.js';

type Handler = (request: never, call: Call) => unknown;

/**
 * Handlers that never see a NUL character in a text field: such a text becomes empty, which names nothing. PostgreSQL
 * refuses NUL (22021), and the refusal would look like a fault of ours. docs/reliability.md R0.11.
 */
export function withoutNul<H extends object>(handlers: H): H {
  const wrapped = Object.entries(handlers as Record<string, Handler>).map(([name, handler]) => [
    name,
    (request: object, call: Call) => handler(clean(request) as never, call),
  ]);
  return Object.fromEntries(wrapped) as H;
}

function clean(request: object): object {
  const hasNul = (value: unknown) => typeof value === 'string' && value.includes('\0');
  if (!Object.values(request).some(hasNul)) return request;
  return Object.fromEntries(Object.entries(request).map(([key, value]) => [key, hasNul(value) ? '' : value]));
}
