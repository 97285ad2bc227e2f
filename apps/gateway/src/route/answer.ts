import type { Readable } from 'node:stream';
import { ref } from '../openapi/ref.js';
import type { Compression } from './compress-body.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A body in the OpenAPI document: schema and named examples, by media type. */
export type Content = Readonly<
  Record<string, { schema: object; examples: Record<string, { value: unknown; summary?: string }> }>
>;

/** A successful answer as the OpenAPI document shows it. */
export interface Answer {
  readonly description: string;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler returns. Only statuses that the route declares are accepted by the type checker. */
export interface Reply<Status extends number = number> {
  readonly status: Status;
  readonly body?: Buffer | Readable;
  readonly type?: string;
  /** With an ETag, the caller gets 304 if it has the body already. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Only for bodies that are a Buffer. */
  readonly compression?: Compression;
}

/** JSON content with one schema of the components and named examples. */
export const jsonContent = (schemaId: string, examples: Record<string, unknown>): Content => ({
  'application/json': {
    schema: ref(schemaId),
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  },
});

/** JSON content whose examples have summaries. */
export const describedContent = (
  schemaId: string,
  examples: Record<string, { summary: string; value: unknown }>,
): Content => ({ 'application/json': { schema: ref(schemaId), examples } });

/** The same content as JSON or as text: a page needs no preflight for text, and so it is also sent while the page is being closed. */
export const jsonOrText = (content: Content): Content =>
  Object.fromEntries(
    Object.values(content).flatMap((value) => ['application/json', 'text/plain'].map((type) => [type, value])),
  );

/** Declares an answer with JSON. */
export const json = (
  description: string,
  schemaId: string,
  examples: Record<string, unknown>,
  headers?: Record<string, string>,
): Answer => ({ description, content: jsonContent(schemaId, examples), ...(headers ? { headers } : {}) });

/** Declares one page of a list. */
export const page = (schemaId: string, item: unknown): Answer =>
  json('One page.', schemaId, { page: { data: [item], nextCursor: null } });

/** Content of one type that no schema of the components describes, with one example. */
export const plainContent = (type: string, example: unknown): Content => ({
  [type]: {
    schema: { type: typeof example === 'string' ? 'string' : 'object' },
    examples: { example: { value: example } },
  },
});

/** A reply with JSON; bytes are sent as they are. */
export const sendJson = <S extends number>(status: S, value: unknown, headers?: Record<string, string>): Reply<S> => ({
  status,
  type: JSON_TYPE,
  body: value instanceof Uint8Array ? toBuffer(value) : Buffer.from(JSON.stringify(value)),
  ...(headers ? { headers } : {}),
});

/** A reply with a body of another type. */
export const sendBody = <S extends number>(
  status: S,
  type: string,
  body: Buffer | Readable,
  headers?: Record<string, string>,
): Reply<S> => ({ status, type, body, ...(headers ? { headers } : {}) });

/** The same bytes, not a copy. */
export const toBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A reply with one page of a list. @param nextPageToken - empty on the last page. */
export const sendPage = (data: readonly unknown[], nextPageToken: string | undefined): Reply<200> =>
  sendJson(200, { data, nextCursor: nextPageToken || null });

export const sendNothing: Reply<204> = { status: 204 };

/** A reply without a body. */
export const sendStatus = <S extends number>(status: S, headers: Record<string, string>): Reply<S> => ({
  status,
  headers,
});
