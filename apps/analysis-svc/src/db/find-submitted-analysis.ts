import type { MatchingAnswers } from '@svc/domain';
import type { Db } from '@svc/kit';
import type { AnalysisFacts } from '../delivery/payload/build-webhook-payload.js';
import type { Analysis, StoredMatchingInput } from './analyses.js';
import { MATCHING_INPUT_COLUMNS } from './analyses.js';
import { CONTACT_SELECT, type ContactColumns } from './answer-columns.js';

/** An analysis with everything that a delivery needs, including contact data. */
export interface SubmittedAnalysis extends AnalysisFacts {
  companyId: string;
  versionId: string;
  /** The input for matching. */
  input: StoredMatchingInput;
}

type Row = StoredMatchingInput &
  ContactColumns & {
    createdAt: Date;
    answers: MatchingAnswers;
    colorType: string | null;
    source: string | null;
    queryString: string | null;
  };

/** One analysis for delivery; undefined when it was erased. Served by analyses_id_key. */
export async function findSubmittedAnalysis(
  db: Db,
  companyId: string,
  analysisId: string,
): Promise<SubmittedAnalysis | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select ${MATCHING_INPUT_COLUMNS}, created_at as "createdAt", answers, color ->> 'type' as "colorType",
       ${CONTACT_SELECT}, source, query_string as "queryString"
     from analyses where id = ? and company_id = ?`,
    [analysisId, companyId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { createdAt, answers, colorType, firstName, lastName, email, source, queryString, ...input } = row;
  return {
    id: analysisId,
    companyId: input.companyId,
    versionId: input.versionId,
    createdAt,
    answers,
    colorType,
    contact: {
      ...(firstName === null ? {} : { firstName }),
      ...(lastName === null ? {} : { lastName }),
      ...(email === null ? {} : { email }),
    },
    source,
    queryString,
    selfieSent: input.hasSelfie,
    input,
  };
}

/** Converts an analysis that is about to be stored. */
export function toSubmittedAnalysis(analysis: Analysis & { createdAt: Date }): SubmittedAnalysis {
  const { id, companyId, funnelId, versionId, isPreview, createdAt, answers, color, contact, tracking, selfieSent } =
    analysis;
  const scores = { ...color.scores, ...color.otherScores };
  return {
    id,
    companyId,
    versionId,
    createdAt,
    answers,
    colorType: color.type,
    contact,
    source: tracking.source ?? null,
    queryString: tracking.queryString ?? null,
    selfieSent,
    input: {
      companyId,
      funnelId,
      versionId,
      isPreview,
      answersJson: JSON.stringify(answers),
      colorJson: color.type === null ? null : JSON.stringify({ type: color.type, scores }),
      hasSelfie: selfieSent,
      hasContact: Object.keys(contact).length > 0,
    },
  };
}
