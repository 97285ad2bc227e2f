import type { IncomingMessage } from 'node:http';
import { type ErrorCode, ServiceError } from '@svc/kit';
import type { z } from 'zod';
import type { RouteContext } from '../context.js';
import { readBody, readBodyChunks } from '../http/read-body.js';
import { readJsonObject } from '../http/read-json-object.js';
import { parseJsonObject } from '../parse/json-body.js';
import { requireMediaType } from '../parse/media-type.js';
import { type Content, jsonContent } from './answer.js';
import { issuesToDetails } from './issues-to-details.js';

/** The body of a request: how it is read, and how the OpenAPI document shows it. */
export interface Body<T> {
  readonly required: boolean;
  readonly content: Content;
  /** Errors that reading it can end with. */
  readonly errors: readonly ErrorCode[];
  /** Refuses a body of another type before anything else is read. Fails with UNSUPPORTED_MEDIA_TYPE. */
  checkType(req: IncomingMessage): void;
  read(ctx: RouteContext): Promise<T>;
}

const BODY_ERRORS: readonly ErrorCode[] = ['REQUEST_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'REQUEST_TIMEOUT'];
const JSON_ERRORS: readonly ErrorCode[] = ['INVALID_JSON', 'INVALID_REQUEST', ...BODY_ERRORS];
const JSON_TYPES = ['application/json'];

const DEFAULT_MAX_BYTES = 64 * 1024;

/**
 * A JSON object that the schema checks.
 * @param options.refused - what did not happen because of a wrong body, for the message: `The key was not created`.
 */
export function jsonBody<S extends z.ZodType>(options: {
  schema: S;
  /** Id of the schema in the OpenAPI document. */
  schemaId: string;
  examples: Record<string, unknown>;
  refused: string;
  maxBytes?: number;
}): Body<z.output<S>> {
  const { schema, schemaId, examples, refused, maxBytes = DEFAULT_MAX_BYTES } = options;
  return objectBody({
    content: jsonContent(schemaId, examples),
    maxBytes,
    parse: (value) => checkSchema(schema, value, refused),
  });
}

/** A JSON object that the schema checks; a missing body is the same as `{}`. Options are those of `jsonBody`. */
export function optionalJsonBody<S extends z.ZodType>(options: {
  schema: S;
  schemaId: string;
  examples: Record<string, unknown>;
  refused: string;
  maxBytes?: number;
}): Body<z.output<S>> {
  const { schema, schemaId, examples, refused, maxBytes = 1024 } = options;
  return {
    required: false,
    content: jsonContent(schemaId, examples),
    errors: JSON_ERRORS,
    checkType() {},
    async read({ req, res }) {
      const bytes = await readBody(req, res, maxBytes);
      if (bytes.length > 0) requireMediaType(req, JSON_TYPES);
      return checkSchema(schema, bytes.length > 0 ? parseJsonObject(bytes) : {}, refused);
    },
  };
}

/** A JSON object that a parser of its own checks, sent as any of the types of its content. */
export const objectBody = <T>(options: {
  content: Content;
  maxBytes: number;
  parse(value: Record<string, unknown>): T;
}): Body<T> => {
  const types = Object.keys(options.content);
  return {
    required: true,
    content: options.content,
    errors: JSON_ERRORS,
    checkType: (req) => void requireMediaType(req, types),
    read: async (ctx) => options.parse(await readJsonObject(ctx, options.maxBytes)),
  };
};

/**
 * A document in any of the types of its content.
 * @param options.errors - those of `parse`.
 */
export const documentBody = <T>(options: {
  content: Content;
  maxBytes: number;
  errors: readonly ErrorCode[];
  parse(bytes: Buffer, type: string): Promise<T>;
}): Body<T> => {
  const types = Object.keys(options.content);
  return {
    required: true,
    content: options.content,
    errors: [...options.errors, ...BODY_ERRORS],
    checkType: (req) => void requireMediaType(req, types),
    read: async ({ req, res }) =>
      options.parse(await readBody(req, res, options.maxBytes), requireMediaType(req, types)),
  };
};

/** A file that the handler reads as it arrives. A declared charset is ignored. */
export const streamedBody = (options: {
  content: Content;
  maxBytes: number;
}): Body<() => AsyncGenerator<Buffer, void, undefined>> => {
  const types = Object.keys(options.content);
  return {
    required: true,
    content: options.content,
    errors: BODY_ERRORS,
    checkType: (req) => void requireMediaType(req, types, { utf8: false }),
    read:
      async ({ req, res }) =>
      () =>
        readBodyChunks(req, res, options.maxBytes),
  };
};

/** A body of any declared type, byte for byte. */
export const rawBody = (options: { content: Content; maxBytes: number }): Body<Buffer> => ({
  required: true,
  content: options.content,
  errors: ['REQUEST_TOO_LARGE', 'REQUEST_TIMEOUT'],
  checkType() {},
  read: ({ req, res }) => readBody(req, res, options.maxBytes),
});

/** A body that the handler reads: where an unknown company is 404 whatever the body contains. */
export const deferred = <T>(body: Body<T>): Body<() => Promise<T>> => ({
  ...body,
  read: async (ctx) => () => body.read(ctx),
});

/** Fails with INVALID_REQUEST and every problem. */
export function checkSchema<S extends z.ZodType>(schema: S, value: unknown, refused: string): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = issuesToDetails(parsed.error.issues);
  throw new ServiceError('INVALID_REQUEST', `${refused}; details list what to change.`, { details });
}
