/** An error response of the management API, or no response. `details` are JSON pointers with messages. */
export class ManagementError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: { path: string; message: string }[] = [],
  ) {
    super(message);
  }
}

export interface RequestBody {
  type: string;
  content: string | Uint8Array<ArrayBuffer> | ReadableStream;
}

export interface ManagementClient {
  /** Sends one request below `/api/admin/v1`; returns the parsed JSON, or the text of a body that is not JSON. */
  request(method: string, path: string, body?: RequestBody, accept?: string): Promise<unknown>;
  /**
   * The same for a response that is sent line by line (NDJSON): each line, parsed. A line `{"error":…}` is thrown as a
   * ManagementError.
   */
  lines(method: string, path: string, body?: RequestBody): AsyncGenerator<unknown, void, undefined>;
}

const NDJSON = 'application/x-ndjson';

/**
 * A client of the management API. docs/management.md.
 * @param options.keepsConnection - false: no connection stays open for the next request, which would keep this process and the server awake
 *   for 75 s. Default: true.
 * @param options.token - during a rotation PLATFORM_TOKEN has two, with a comma between; the first is sent. docs/operations.md.
 */
export function createManagementClient(options: {
  url: string;
  token: string;
  keepsConnection?: boolean;
}): ManagementClient {
  const [token] = options.token.split(',', 1);
  const toUrl = (path: string) => `${options.url.replace(/\/$/, '')}/api/admin/v1${path}`;

  /** @throws ManagementError for an error response, and when there is none. */
  async function send(method: string, path: string, body: RequestBody | undefined, accept: string): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(toUrl(path), {
        method,
        headers: {
          Authorization: `Bearer ${token?.trim()}`,
          Accept: accept,
          ...(options.keepsConnection === false ? { Connection: 'close' } : {}),
          ...(body ? { 'Content-Type': body.type } : {}),
        },
        ...(body ? { body: body.content, duplex: 'half' } : {}),
      } as RequestInit);
    } catch (error) {
      throw unreachable(`${toUrl(path)} did not respond`, error);
    }
    if (response.ok) return response;
    const problem = (await readContent(response)) as Problem | string;
    throw toManagementError(response.status, problem, `${toUrl(path)} responded with ${response.status}.`);
  }

  return {
    async request(method, path, body, accept = 'application/json') {
      return readContent(await send(method, path, body, accept));
    },
    async *lines(method, path, body) {
      const response = await send(method, path, body, NDJSON);
      let buffered = '';
      try {
        for await (const text of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
          const parts = `${buffered}${text}`.split('\n');
          buffered = parts.pop() as string;
          for (const line of parts) yield parseLine(line);
        }
        if (buffered !== '') yield parseLine(buffered);
      } catch (error) {
        if (error instanceof ManagementError) throw error;
        throw unreachable(`The response of ${toUrl(path)} was interrupted`, error);
      }
    },
  };
}

interface Problem {
  error?: string;
  message?: string;
  details?: { path: string; message: string }[];
}

function parseLine(line: string): unknown {
  const value = JSON.parse(line) as { error?: Problem };
  if (typeof value.error === 'object') throw toManagementError(200, value.error, 'The request failed.');
  return value;
}

const toManagementError = (status: number, problem: Problem | string, otherwise: string): ManagementError => {
  const { error = 'UNKNOWN', message = otherwise, details } = typeof problem === 'string' ? {} : problem;
  return new ManagementError(status, error, message, details);
};

function unreachable(what: string, error: unknown): ManagementError {
  const cause = (error as Error).cause as Error | undefined;
  return new ManagementError(0, 'UNREACHABLE', `${what}: ${cause?.message ?? (error as Error).message}.`);
}

async function readContent(response: Response): Promise<unknown> {
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  return isJson && text !== '' ? JSON.parse(text) : text;
}
