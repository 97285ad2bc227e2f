import { sha256 } from '@svc/kit';
import type { MatchingInput } from '@svc/proto';
import type { StoredMatchingInput } from '../db/analyses.js';

/** @param analysisId - a test of matching assigns by it; undefined: no test takes part. */
export function toMatchingInput(stored: StoredMatchingInput, analysisId?: string): MatchingInput {
  const { companyId, funnelId, versionId, isPreview, answersJson, colorJson, hasSelfie, hasContact } = stored;
  return {
    companyId,
    funnelId,
    versionId,
    isPreview,
    answersJson: Buffer.from(answersJson),
    colorJson: colorJson === null ? undefined : Buffer.from(colorJson),
    hasSelfie,
    hasContact,
    ...(analysisId === undefined ? {} : { unit: sha256(analysisId).toString('hex') }),
  };
}
