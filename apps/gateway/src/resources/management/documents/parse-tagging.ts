import { checkTaggingOperations, type TaggingOperation } from '@svc/domain';
import { type ErrorDetail, json, ServiceError } from '@svc/kit';
import { parseJsonObject } from '../../../parse/json-body.js';
import { issuesToDetails, MAX_REPORTED } from '../../../route/issues-to-details.js';
import { taggingChange } from '../tagging/tagging-schema.js';
import { DOCUMENT_LIMITS } from './document-limits.js';

/**
 * Reads and checks operations on tags. Fails with INVALID_JSON, or INVALID_REQUEST and every problem.
 * @returns `TaggingOperation[]` of libs/domain: JSON.
 */
export function parseTagging(bytes: Buffer): Uint8Array {
  const parsed = taggingChange.safeParse(parseJsonObject(bytes, DOCUMENT_LIMITS));
  if (!parsed.success) throw notChanged(issuesToDetails(parsed.error.issues));
  const operations: TaggingOperation[] = parsed.data.operations;
  const problems = checkTaggingOperations(operations);
  if (problems.length > 0) throw notChanged(problems);
  return json.encode(operations);
}

const notChanged = (details: readonly ErrorDetail[]) =>
  new ServiceError('INVALID_REQUEST', 'No tag was changed; details list what to change.', {
    details: details.slice(0, MAX_REPORTED),
  });
