import { ServiceError } from '@svc/kit';
import type { z } from 'zod';
import type { RouteContext } from '../../context.js';
import { readBody } from '../../http/read-body.js';
import { parseJsonObject } from '../../parse/json-body.js';
import { requireMediaType } from '../../parse/media-type.js';
import { issuesToDetails } from '../../schemas/issues-to-details.js';

const MAX_BODY_BYTES = 1024;

/**
 * A small JSON body that may be left out, which is the same as `{}`.
 * Fails with INVALID_REQUEST, INVALID_JSON, REQUEST_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE.
 * @param refused - what did not happen, for people: `Nothing was checked`.
 */
export async function readOptionalBody<S extends z.ZodType>(
  ctx: RouteContext,
  schema: S,
  refused: string,
  maxBytes = MAX_BODY_BYTES,
): Promise<z.output<S>> {
  const bytes = await readBody(ctx.req, ctx.res, maxBytes);
  if (bytes.length > 0) requireMediaType(ctx.req, ['application/json']);
  const parsed = schema.safeParse(bytes.length > 0 ? parseJsonObject(bytes) : {});
  if (parsed.success) return parsed.data;
  const details = issuesToDetails(parsed.error.issues);
  throw new ServiceError('INVALID_REQUEST', `${refused}; details list what to change.`, { details });
}
