import { isLocale } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import { parseJsonObject } from '../../../parse/json-body.js';
import { checkSchema } from '../../../route/body.js';
import { funnelEditRequest, renderRequest } from '../funnels/funnel-edit-schema.js';
import { DOCUMENT_LIMITS } from './document-limits.js';

/** An edit whose structure is right. What it means, funnel-svc checks. */
export interface ReadEdit {
  /** `FunnelEditParts` of libs/domain: JSON. */
  partsJson: Uint8Array;
  baseVersionId: string | undefined;
}

/** Reads the body of a save and fills defaults in, as a company file's. Fails with INVALID_JSON or INVALID_REQUEST. */
export function parseFunnelEdit(bytes: Buffer): ReadEdit {
  const { parts, base } = checkSchema(
    funnelEditRequest,
    parseJsonObject(bytes, DOCUMENT_LIMITS),
    'The edit was not saved',
  );
  return { partsJson: json.encode(parts), baseVersionId: base?.versionId };
}

/** Steps that a page is made of. */
export interface ReadSteps {
  /** `Step[]` of libs/domain: JSON. */
  stepsJson: Uint8Array;
  locale: string | undefined;
}

/** Reads the body of a preview in the same way. */
export function parseRenderRequest(bytes: Buffer): ReadSteps {
  const { steps, locale } = checkSchema(renderRequest, parseJsonObject(bytes, DOCUMENT_LIMITS), 'Nothing was rendered');
  if (locale !== undefined && !isLocale(locale)) {
    const details = [{ path: '/locale', message: 'locale must be a BCP 47 language tag, for example de-CH.' }];
    throw new ServiceError('INVALID_REQUEST', 'Nothing was rendered; details list what to change.', { details });
  }
  return { stepsJson: json.encode(steps), locale };
}
