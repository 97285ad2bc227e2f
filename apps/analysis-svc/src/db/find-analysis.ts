import type { MatchingAnswers } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { ColorAnalysis } from '../color/color-analysis.js';
import type { SelfieOutcome } from '../selfie/selfie-result.js';

/** One stored analysis without its contact data. */
export interface AnalysisRow {
  id: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  createdAt: Date;
  answers: MatchingAnswers;
  color: ColorAnalysis | null;
  selfieSent: boolean;
  selfie: SelfieOutcome | null;
  selfieSource: string | null;
  selfieConsent: boolean | null;
  selfieConsentVersion: string | null;
  startedAt: Date | null;
  source: string | null;
  queryString: string | null;
  hasFirstName: boolean;
  hasLastName: boolean;
  hasEmail: boolean;
}

/** An analysis of a company; undefined for an unknown one and for another company's. Served by analyses_id_key. */
export async function findAnalysis(db: Db, companyId: string, analysisId: string): Promise<AnalysisRow | undefined> {
  const { rows } = await db.raw<{ rows: AnalysisRow[] }>(
    `select id, funnel_id as "funnelId", version_id as "versionId", is_preview as "isPreview", created_at as "createdAt",
       answers, color, selfie_sent as "selfieSent", selfie, selfie_source as "selfieSource",
       selfie_consent as "selfieConsent", selfie_consent_version as "selfieConsentVersion",
       started_at as "startedAt", source, query_string as "queryString",
       first_name is not null as "hasFirstName", last_name is not null as "hasLastName", email is not null as "hasEmail"
     from analyses where id = ? and company_id = ?`,
    [analysisId, companyId],
  );
  return rows[0];
}
