import { type Outbound, OutboundError, type OutboundResponse } from '@svc/kit';
import type { Outcome } from './outcome.js';
import { readRetryAfter } from './retry-after.js';
import { OVERLOAD_PAUSE_MS } from './schedule.js';

/** Longest call, from the connection to the last byte of the answer that is read. docs/reliability.md section 4. */
export const CALL_TIMEOUT_MS = 15_000;
/** What is read of an answer. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** What is kept of it for the log. */
const KEPT_ANSWER_BYTES = 4 * 1024;
/** Answers with which a host, or what stands before it, says that it is overloaded. Standard Webhooks, "Throttling". */
const OVERLOADED = new Set([429, 502, 504]);

/** One POST to an endpoint, as it is to be sent. */
export interface EndpointCall {
  url: string;
  headers: Record<string, string>;
  /** Headers that prove the sender; sent, and not kept. */
  secretHeaders: Record<string, string>;
  body: string;
}

/** The answer of an endpoint: everything but what it means. */
export type EndpointAnswer = Omit<Outcome, 'kind' | 'error'> & {
  /** Why there is no answer; null: there is one. */
  problem: string | null;
  /** The whole of what was read; `responseBody` is its beginning. */
  text: string;
};

/**
 * Posts to an address that a merchant named: checked where the connection is made, no redirects, 15 s in all. A call that fails
 * is an answer as well.
 * @throws the reason of `signal` when it was aborted.
 */
export async function callEndpoint(
  { outbound, timeoutMs = CALL_TIMEOUT_MS }: { outbound: Outbound; timeoutMs?: number | undefined },
  call: EndpointCall,
  signal: AbortSignal,
): Promise<EndpointAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const sent = { url: shownUrl(call.url), requestHeaders: call.headers };
  try {
    const response = await outbound.request(call.url, {
      method: 'POST',
      headers: { ...call.headers, ...call.secretHeaders },
      body: call.body,
      signal: AbortSignal.any([signal, timeout]),
    });
    const text = await readSome(response, AbortSignal.any([signal, timeout]));
    const { status } = response;
    const askedMs = readRetryAfter(response.headers['retry-after'], new Date());
    const retryAfterMs = askedMs ?? (OVERLOADED.has(status) ? OVERLOAD_PAUSE_MS : undefined);
    return {
      ...sent,
      status,
      problem: null,
      text,
      responseBody: beginningOf(text),
      throttled: status >= 400 && (askedMs !== undefined || status === 429),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const problem = reasonOf(error, timeout, timeoutMs);
    return { ...sent, status: null, problem, text: '', responseBody: null, throttled: false };
  }
}

/** At most 64 KiB; an answer that breaks off or does not end is what came of it until then: its status counts. */
async function readSome({ body }: OutboundResponse, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = () => body.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // Told apart by nobody: the status has come.
  } finally {
    signal.removeEventListener('abort', stop);
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
}

/** PostgreSQL keeps no NUL in a text. */
function beginningOf(text: string): string | null {
  if (text === '') return null;
  const kept = Buffer.from(text, 'utf8').subarray(0, KEPT_ANSWER_BYTES).toString('utf8');
  return kept.replaceAll('\0', '\uFFFD');
}

function reasonOf(error: unknown, timeout: AbortSignal, timeoutMs: number): string {
  if (timeout.aborted) return `The endpoint did not answer within ${timeoutMs / 1_000} s.`;
  if (error instanceof OutboundError) return error.message;
  return 'The call failed.';
}

/** An address without credentials. */
export function shownUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
