import type { AnalysisRecord } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { Knex } from 'knex';
import { type AnalysisRow, findAnalysis } from '../db/find-analysis.js';
import { isAnalysisId } from '../domain/analysis-id.js';
import type { VersionCache } from './version-cache.js';

export interface GetAnalysisDeps {
  knex: Knex;
  versions: VersionCache;
  /** Sub-domains of a company's funnels, by funnel id. */
  listFunnels(companyId: string): Promise<Map<string, string>>;
}

const CONTACT_NOTE =
  'Contact data stay in the service that stores them; this tells only which fields are there. Erasure deletes them.';

/**
 * Everything that is kept of an analysis but its contact data. Fails with NOT_FOUND, of a malformed id, an unknown one
 * and another company's alike (R3.2); and with UNAVAILABLE when funnel-svc does not answer.
 */
export async function getAnalysis(
  deps: GetAnalysisDeps,
  companyId: string,
  analysisId: string,
): Promise<AnalysisRecord> {
  const row = isAnalysisId(analysisId) ? await findAnalysis(deps.knex, companyId, analysisId) : undefined;
  if (!row) throw new ServiceError('NOT_FOUND', 'No analysis with this id.');
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
  return {
    id: row.id,
    funnel: { id: row.funnelId, subdomain },
    funnelVersion: { id: row.versionId, number },
    isPreview: row.isPreview,
    createdAt: row.createdAt.toISOString(),
    answers: row.answers,
    filledFromSelfie: [],
    color: row.color && { taxonomy: 'SEASONS_12', ...row.color, parts: { ...row.color.parts } },
    selfie: {
      sent: row.selfieSent,
      source: row.selfieSource,
      consent: row.selfieConsent,
      consentVersion: row.selfieConsentVersion,
      analysed: false,
      status: null,
      reason: null,
      explanation: null,
      features: {},
      modelVersion: null,
    },
    tracking: {
      startedAt: row.startedAt?.toISOString() ?? null,
      source: row.source,
      queryString: row.queryString,
    },
    contact: { firstName: row.hasFirstName, lastName: row.hasLastName, email: row.hasEmail, note: CONTACT_NOTE },
  };
}
