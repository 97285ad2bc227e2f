import type { SelfieField } from '@svc/domain';
import { analysisNotFound, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import type { ColorAnalysis } from '../color/color-analysis.js';
import { explainCloseness } from '../color/explain-color.js';
import { type AnalysisRow, findAnalysis } from '../db/find-analysis.js';
import { isAnalysisId } from '../domain/analysis-id.js';
import { SELFIE_REASONS } from '../selfie/selfie-result.js';
import type { AnalysisRecord } from './analysis-record.js';
import type { VersionCache } from './version-cache.js';

export interface GetAnalysisDeps {
  db: Knex;
  versions: Pick<VersionCache, 'get'>;
  /** Sub-domains of a company's funnels by funnel id. */
  listFunnels(companyId: string): Promise<Map<string, string>>;
}

/**
 * Everything stored about an analysis except its contact data. Throws NOT_FOUND for a malformed id, an unknown id and an id
 * of another company alike (docs/reliability.md R3.2), and UNAVAILABLE when funnel-svc does not respond.
 */
export async function getAnalysis(
  deps: GetAnalysisDeps,
  companyId: string,
  analysisId: string,
): Promise<AnalysisRecord> {
  const row = isAnalysisId(analysisId)
    ? await forCompany(deps.db, companyId, (trx) => findAnalysis(trx, companyId, analysisId))
    : undefined;
  if (!row) throw analysisNotFound();
  const [number, subdomains] = await Promise.all([
    versionNumber(deps.versions, row.versionId),
    deps.listFunnels(companyId),
  ]);
  return toRecord(row, number, subdomains.get(row.funnelId) ?? null);
}

/** Null when the version no longer exists: it was a draft that has changed. */
async function versionNumber(versions: Pick<VersionCache, 'get'>, versionId: string): Promise<number | null> {
  try {
    return (await versions.get(versionId)).number;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function toRecord(row: AnalysisRow, number: number | null, subdomain: string | null): AnalysisRecord {
  const { filledFromSelfie = [], ...answers } = row.answers;
  return {
    id: row.id,
    funnel: { id: row.funnelId, subdomain },
    funnelVersion: { id: row.versionId, number },
    isPreview: row.isPreview,
    createdAt: row.createdAt,
    answers,
    filledFromSelfie,
    color: row.color && toColor(row.color),
    selfie: toSelfie(row, filledFromSelfie),
    tracking: {
      startedAt: row.startedAt,
      source: row.source,
      queryString: row.queryString,
    },
    contact: { firstName: row.hasFirstName, lastName: row.hasLastName, email: row.hasEmail },
  };
}

/** Results stored before taxonomies were selectable do not contain their taxonomy. */
function toColor(stored: ColorAnalysis): AnalysisRecord['color'] {
  const color = { ...stored, taxonomy: stored.taxonomy ?? 'SEASONS_12' };
  const explained = color.type === null ? undefined : explainCloseness(color, color.type);
  return {
    taxonomy: color.taxonomy,
    type: color.type,
    reason: color.reason,
    scores: color.scores,
    otherScores: color.otherScores ?? {},
    confidence: color.confidence,
    axes: color.axes,
    parts: color.parts,
    closeness: explained?.closeness ?? null,
    contributions: explained?.contributions ?? null,
    mappingVersion: color.mappingVersion,
  };
}

function toSelfie(row: AnalysisRow, filled: readonly SelfieField[]): AnalysisRecord['selfie'] {
  const { status = null, reason = null, features = {}, modelVersion = null } = row.selfie ?? {};
  const measured = Object.entries(features).map(([field, feature]) => [
    field,
    { ...feature, filled: filled.includes(field as SelfieField) },
  ]);
  return {
    sent: row.selfieSent,
    source: row.selfieSource,
    consent: row.selfieConsent,
    consentVersion: row.selfieConsentVersion,
    status,
    reason,
    explanation: reason && SELFIE_REASONS[reason],
    features: Object.fromEntries(measured),
    modelVersion,
  };
}
