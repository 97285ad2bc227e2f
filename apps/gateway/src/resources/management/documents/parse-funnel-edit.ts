import { MAX_BLUEPRINT_VALUES, MAX_JSON_DEPTH } from '@svc/domain';
import { json } from '@svc/kit';
import { parseJsonObject } from '../../../parse/json-body.js';
import { checkSchema } from '../../../route/body.js';
import { funnelEditRequest } from '../funnel-edit-schema.js';

const LIMITS = { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_BLUEPRINT_VALUES };

/** An edit whose structure is right. What it means, funnel-svc checks. */
export interface ReadEdit {
  /** `FunnelEditParts` of libs/domain: JSON. */
  partsJson: Uint8Array;
  baseVersionId: string | undefined;
}

/** Reads the body of a save and fills defaults in, as a company file's. Fails with INVALID_JSON or INVALID_REQUEST. */
export function parseFunnelEdit(bytes: Buffer): ReadEdit {
  const { parts, base } = checkSchema(funnelEditRequest, parseJsonObject(bytes, LIMITS), 'The edit was not saved');
  return { partsJson: json.encode(parts), baseVersionId: base?.versionId };
}
