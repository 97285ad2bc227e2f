import { type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // Bodies are compared field by field in the tests, whose assertions are the type check.
  body: ReturnType<typeof JSON.parse>;
}

export interface Call {
  method?: string;
  /** Value of the Host header; the connection always goes to `origin`. Node does not resolve `*.localhost`. */
  host?: string;
  headers?: Record<string, string>;
  /** Anything but a string or bytes is sent as JSON. */
  body?: unknown;
}

/** One request over real HTTP. `origin` is `http://127.0.0.1:PORT`. */
export function send(origin: string, path: string, call: Call = {}): Promise<Answer> {
  const payload =
    call.body === undefined || typeof call.body === 'string' || call.body instanceof Uint8Array
      ? call.body
      : JSON.stringify(call.body);
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        path,
        method: call.method ?? (payload === undefined ? 'GET' : 'POST'),
        headers: {
          host: call.host ?? `localhost:${port}`,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = /^application\/json\b/.test(incoming.headers['content-type'] ?? '');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            body: isJson && text !== '' ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(payload as string | Uint8Array | undefined);
  });
}

const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 200;

/**
 * Repeats `probe` until it answers true, after pauses that grow, since probes of several files would occupy the machine. Waits are
 * for conditions, never for a time.
 */
export async function until(what: string, probe: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 1.25)) {
    if (await probe().catch(() => false)) return;
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Attempts each item until it succeeded, and again only those that did not. @param timeoutMs - for all of them. */
export async function untilEach<T>(
  what: string,
  items: readonly T[],
  attempt: (item: T) => Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  let left = items;
  await until(
    what,
    async () => {
      const succeeded = await Promise.all(left.map(attempt));
      left = left.filter((_, index) => !succeeded[index]);
      return left.length === 0;
    },
    timeoutMs,
  );
}

/** What a system answers that is too busy. With an Idempotency-Key, a request that was answered like that may still be running. */
const isUnavailable = ({ status, body }: Answer): boolean =>
  status === 503 || status === 504 || body?.error === 'REQUEST_IN_PROGRESS';

/**
 * For a system of which nothing is stopped: it answers 503 or 504 only for want of a processor, and the request is repeated then. Every
 * other first answer counts, also that another request with the same Idempotency-Key is in progress.
 */
export async function repeatIfStarved(request: () => Promise<Answer>): Promise<Answer> {
  const answer = await request();
  return answer.status === 503 || answer.status === 504 ? repeatWhileUnavailable(request) : answer;
}

/**
 * Repeats a request that a busy system refused with 503 or could not end in time (504), as clients do.
 * @returns the first other answer, or the last refusal.
 */
export async function repeatWhileUnavailable(request: () => Promise<Answer>): Promise<Answer> {
  let answer = await request();
  await until('the system is not too busy', async () => {
    if (isUnavailable(answer)) answer = await request();
    return !isUnavailable(answer);
  }).catch(() => {});
  return answer;
}
