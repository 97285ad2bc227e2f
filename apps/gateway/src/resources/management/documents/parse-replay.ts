import type { ReplayedParts } from '@svc/domain';
import { type ErrorDetail, json, ServiceError } from '@svc/kit';
import { parseJsonObject } from '../../../parse/json-body.js';
import { findUnsafeText } from '../../../parse/unsafe-text.js';
import { issuesToDetails, MAX_REPORTED } from '../../../route/issues-to-details.js';
import { replayRequest } from '../releases/replay-schema.js';
import { DOCUMENT_LIMITS } from './document-limits.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Why a draft is not replayed: all problems in one error, paths are JSON pointers into the body. */
const notReplayed = (details: readonly ErrorDetail[]) =>
  new ServiceError('INVALID_REQUEST', 'Nothing was replayed; details list what to change.', {
    details: details.slice(0, MAX_REPORTED),
  });

/** A replay that may be asked for. */
export interface CheckedReplay {
  /** `ReplayedParts` of libs/domain: JSON. */
  partsJson: Uint8Array;
  version: string | number | undefined;
  release: number | undefined;
  /** How many analyses. */
  last: number;
}

/**
 * Reads the body of a replay and fills defaults in, as a blueprint's. Fails with INVALID_JSON or INVALID_REQUEST.
 * @param type - one of BLUEPRINT_TYPES.
 */
export async function parseReplay(bytes: Buffer, type: string): Promise<CheckedReplay> {
  const document = type === 'application/json' ? parseJsonObject(bytes, DOCUMENT_LIMITS) : await fromYaml(bytes);
  const unsafe = findUnsafeText(document, MAX_REPORTED);
  if (unsafe.length > 0) throw notReplayed(unsafe);
  const parsed = replayRequest.safeParse(document);
  if (!parsed.success) throw notReplayed(issuesToDetails(parsed.error.issues));
  const { last, version, release, ...parts } = parsed.data;
  return { partsJson: json.encode(parts satisfies ReplayedParts), version, release, last };
}

async function fromYaml(bytes: Buffer): Promise<unknown> {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw notReplayed([{ path: '', message: 'The file is not UTF-8.' }]);
  }
  // Loaded when it is first needed.
  const { yamlToValue } = await import('./yaml-to-value.js');
  const result = yamlToValue(text);
  if ('value' in result) return result.value;
  throw notReplayed(result.problems.map((message) => ({ path: '', message })));
}
