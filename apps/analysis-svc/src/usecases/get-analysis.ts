import type { SelfieField } from '@svc/domain';
import { analysisNotFound, forCompany, ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import type { ColorAnalysis } from '../colour/color-analysis.js';
import { contributionsTo } from '../colour/explain-color.js';
import { type AnalysisRow, findAnalysis } from '../db/find-analysis.js';
import { isAnalysisId } from '../domain/analysis-id.js';
import { SELFIE_REASONS } from '../selfie/selfie-result.js';
import type { AnalysisRecord } from './analysis-record.js';
import type { VersionCache } from './version-cache.js';

export interface GetAnalysisDeps {
  knex: Knex;
  versions: VersionCache;
  /** Sub-domains of a company's funnels, by funnel id. */
  listFunnels(companyId: string): Promise<Map<string, string>>;
}

/**
 * Everything that is kept of an analysis but its contact data. Fails with NOT_FOUND, of a malformed id, an unknown one
 * and another company's alike (docs/reliability.md R3.2); and with UNAVAILABLE when funnel-svc does not answer.
 */
export async function getAnalysis(
  deps: GetAnalysisDeps,
  companyId: string,
  analysisId: string,
): Promise<AnalysisRecord> {
  const row = isAnalysisId(analysisId)
    ? await forCompany(deps.knex, companyId, (db) => findAnalysis(db, companyId, analysisId))
    : undefined;
  if (!row) throw analysisNotFound();
  const [number, subdomains] = await Promise.all([
    versionNumber(deps.versions, row.versionId),
    deps.listFunnels(companyId),
  ]);
  return toRecord(row, number, subdomains.get(row.funnelId) ?? null);
}

/** Null for a version that is gone: a draft that was changed since. */
async function versionNumber(versions: VersionCache, versionId: string): Promise<number | null> {
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

/** Results of before the taxonomy was a choice do not name theirs. */
function toColor(stored: ColorAnalysis): AnalysisRecord['color'] {
  const color = { ...stored, taxonomy: stored.taxonomy ?? 'SEASONS_12' };
  const explained = color.type === null ? undefined : contributionsTo(color, color.type);
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
