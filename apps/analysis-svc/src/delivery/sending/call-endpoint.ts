import { type Outbound, OutboundError, type OutboundResponse } from '@svc/kit';
import type { Outcome } from './outcome.js';
import { parseRetryAfter } from './retry-after.js';
import { OVERLOAD_PAUSE_MS } from './retry-schedule.js';

/** Maximum duration of a call, from connecting to reading the last byte of the response. docs/reliability.md section 4. */
export const CALL_TIMEOUT_MS = 15_000;
/** Maximum number of response bytes that are read. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Maximum number of response bytes that are stored in the log. */
const LOGGED_RESPONSE_BYTES = 4 * 1024;
/** Status codes with which a host or its proxy reports overload. Standard Webhooks, "Throttling". */
const OVERLOADED = new Set([429, 502, 504]);

/** One POST request to an endpoint. */
export interface EndpointCall {
  url: string;
  headers: Record<string, string>;
  /** Headers that authenticate the sender. They are sent but not logged. */
  secretHeaders: Record<string, string>;
  body: string;
}

/** The response of an endpoint, not yet interpreted. */
export type EndpointResponse = Omit<Outcome, 'kind' | 'error'> & {
  /** Why there is no response; null when there is one. */
  problem: string | null;
  /** Everything that was read; `responseBody` is its beginning. */
  text: string;
};

/**
 * Sends a POST request to an address that a merchant configured. The address is checked when the connection is made; redirects
 * are not followed; the whole call may take 15 s. A failed call is returned as a result, not thrown.
 * @throws the reason of `signal` when it was aborted.
 */
export async function callEndpoint(
  { outbound, timeoutMs = CALL_TIMEOUT_MS }: { outbound: Outbound; timeoutMs?: number | undefined },
  call: EndpointCall,
  signal: AbortSignal,
): Promise<EndpointResponse> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const sent = { url: withoutCredentials(call.url), requestHeaders: call.headers };
  try {
    const response = await outbound.request(call.url, {
      method: 'POST',
      headers: { ...call.headers, ...call.secretHeaders },
      body: call.body,
      signal: AbortSignal.any([signal, timeout]),
    });
    const text = await readBody(response, AbortSignal.any([signal, timeout]));
    const { status } = response;
    const requestedMs = parseRetryAfter(response.headers['retry-after'], new Date());
    const retryAfterMs = requestedMs ?? (OVERLOADED.has(status) ? OVERLOAD_PAUSE_MS : undefined);
    return {
      ...sent,
      status,
      problem: null,
      text,
      responseBody: toLoggedBody(text),
      throttled: status >= 400 && (requestedMs !== undefined || status === 429),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const problem = toReason(error, timeout, timeoutMs);
    return { ...sent, status: null, problem, text: '', responseBody: null, throttled: false };
  }
}

/** Reads at most 64 KiB. A response that is interrupted or does not end returns what was received: only its status counts. */
async function readBody({ body }: OutboundResponse, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = () => body.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // Ignored: the status has already been received.
  } finally {
    signal.removeEventListener('abort', stop);
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8');
}

/** The first bytes of a response, as PostgreSQL can store them (without NUL). */
function toLoggedBody(text: string): string | null {
  if (text === '') return null;
  const kept = Buffer.from(text, 'utf8').subarray(0, LOGGED_RESPONSE_BYTES).toString('utf8');
  return kept.replaceAll('\0', '\uFFFD');
}

function toReason(error: unknown, timeout: AbortSignal, timeoutMs: number): string {
  if (timeout.aborted) return `The endpoint did not respond within ${timeoutMs / 1_000} s.`;
  if (error instanceof OutboundError) return error.message;
  return 'The call failed.';
}

/** The address without credentials. */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
