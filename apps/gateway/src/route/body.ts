import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, ServiceError } from '@svc/kit';
import type { z } from 'zod';
import { readBody } from '../http/read-body.js';
import { parseJsonObject } from '../parse/json-body.js';
import { requireMediaType } from '../parse/media-type.js';
import { issuesToDetails } from '../schemas/issues-to-details.js';
import { type Content, jsonContent } from './answer.js';

/** The body of a request: how it is read, and how the OpenAPI document shows it. */
export interface Body<T> {
  readonly required: boolean;
  readonly content: Content;
  /** Errors that reading it can end with. */
  readonly errors: readonly ErrorCode[];
  read(req: IncomingMessage, res: ServerResponse): Promise<T>;
}

/** Of every body that is read as a whole. */
export const BODY_ERRORS: readonly ErrorCode[] = ['REQUEST_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'REQUEST_TIMEOUT'];
const JSON_ERRORS: readonly ErrorCode[] = ['INVALID_JSON', 'INVALID_REQUEST', ...BODY_ERRORS];

const DEFAULT_MAX_BYTES = 64 * 1024;

/**
 * A JSON object that the schema checks.
 * @param options.refused - what did not happen because of a wrong body, for the message: `The key was not created`.
 * @param options.isOptional - a missing body is the same as `{}`.
 */
export function jsonBody<S extends z.ZodType>(options: {
  schema: S;
  /** Id of the schema in the OpenAPI document. */
  schemaId: string;
  examples: Record<string, unknown>;
  refused: string;
  isOptional?: boolean;
  maxBytes?: number;
}): Body<z.output<S>> {
  const { schema, schemaId, examples, refused, isOptional = false, maxBytes = DEFAULT_MAX_BYTES } = options;
  return {
    required: !isOptional,
    content: jsonContent(schemaId, examples),
    errors: JSON_ERRORS,
    async read(req, res) {
      if (!isOptional) requireMediaType(req, ['application/json']);
      const bytes = await readBody(req, res, maxBytes);
      const isMissing = isOptional && bytes.length === 0;
      if (isOptional && !isMissing) requireMediaType(req, ['application/json']);
      const parsed = schema.safeParse(isMissing ? {} : parseJsonObject(bytes));
      if (parsed.success) return parsed.data;
      const details = issuesToDetails(parsed.error.issues);
      throw new ServiceError('INVALID_REQUEST', `${refused}; details list what to change.`, { details });
    },
  };
}
