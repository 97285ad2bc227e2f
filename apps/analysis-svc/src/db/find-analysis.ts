import type { MatchingAnswers } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { ColorAnalysis } from '../color/color-analysis.js';
import type { SelfieOutcome } from '../selfie/selfie-result.js';
import { TRACKING_SELECT, type TrackingColumns } from './answer-columns.js';

/** One stored analysis without its contact data. */
export interface AnalysisRow extends TrackingColumns {
  id: string;
  funnelId: string;
  versionId: string;
  isPreview: boolean;
  createdAt: Date;
  answers: MatchingAnswers;
  color: ColorAnalysis | null;
  selfieSent: boolean;
  selfie: SelfieOutcome | null;
  hasFirstName: boolean;
  hasLastName: boolean;
  hasEmail: boolean;
}

/** An analysis of a company; undefined for an unknown one and for another company's. Served by analyses_id_key. */
export async function findAnalysis(db: Db, companyId: string, analysisId: string): Promise<AnalysisRow | undefined> {
  const { rows } = await db.raw<{ rows: AnalysisRow[] }>(
    `select id, funnel_id as "funnelId", version_id as "versionId", is_preview as "isPreview", created_at as "createdAt",
       answers, color, selfie_sent as "selfieSent", selfie, ${TRACKING_SELECT},
       first_name is not null as "hasFirstName", last_name is not null as "hasLastName", email is not null as "hasEmail"
     from analyses where id = ? and company_id = ?`,
    [analysisId, companyId],
  );
  return rows[0];
}
