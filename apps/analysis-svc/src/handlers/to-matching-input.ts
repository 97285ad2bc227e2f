import type { MatchingInput } from '@svc/proto';
import type { StoredMatchingInput } from '../db/analyses.js';

export function toMatchingInput(stored: StoredMatchingInput): MatchingInput {
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
  };
}
