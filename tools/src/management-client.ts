/** What the management API answered when it was not a success. `details` are JSON pointers with messages. */
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

export interface ManagementClient {
  /** Sends one request below `/api/admin/v1`; answers the parsed JSON, or the text of anything else. */
  request(
    method: string,
    path: string,
    body?: { type: string; content: string | Uint8Array<ArrayBuffer> | ReadableStream },
    accept?: string,
  ): Promise<unknown>;
}

/** A client of the management API. docs/management.md. */
export function managementClient(options: { url: string; token: string }): ManagementClient {
  return {
    async request(method, path, body, accept = 'application/json') {
      const url = `${options.url.replace(/\/$/, '')}/api/admin/v1${path}`;
      let response: Response;
      try {
        response = await fetch(url, {
          method,
          headers: {
            Authorization: `Bearer ${options.token}`,
            Accept: accept,
            ...(body ? { 'Content-Type': body.type } : {}),
          },
          ...(body ? { body: body.content, duplex: 'half' } : {}),
        } as RequestInit);
      } catch (error) {
        const cause = (error as Error).cause as Error | undefined;
        throw new ManagementError(
          0,
          'UNREACHABLE',
          `No answer from ${url}: ${cause?.message ?? (error as Error).message}.`,
        );
      }
      const text = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      const value: unknown = isJson && text !== '' ? JSON.parse(text) : text;
      if (response.ok) return value;
      const problem = value as { error?: string; message?: string; details?: { path: string; message: string }[] };
      throw new ManagementError(
        response.status,
        problem.error ?? 'UNKNOWN',
        problem.message ?? `${url} answered ${response.status}.`,
        problem.details,
      );
    },
  };
}
