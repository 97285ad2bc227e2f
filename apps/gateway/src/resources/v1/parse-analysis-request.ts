import type { ErrorDetail } from '@svc/kit';
import { type AnswersBody, parseAnswers } from '../../parse/answers-body.js';

/** A v1 create request. */
export interface AnalysisRequest extends AnswersBody {
  funnelId: string;
  createdWithVersionId?: string;
}

const WEBHOOK_FLAG = 'include_webhook_payload';

/**
 * Fails with INVALID_REQUEST (forbidden fields, all of them in one error; no funnelId) or INVALID_SELFIE.
 * @param body - a parsed JSON object; its selfie is taken out of it.
 * docs/contract.md C9.1, C9.2, C9.3, C8.6.
 */
export function parseAnalysisRequest(body: Record<string, unknown>, query: URLSearchParams): AnalysisRequest {
  const before: ErrorDetail[] = [];
  const after: ErrorDetail[] = [];
  if (query.has(WEBHOOK_FLAG) || Object.hasOwn(body, WEBHOOK_FLAG)) {
    const message = `${WEBHOOK_FLAG} must not be sent: v1 creates deliver nothing. It belongs to the funnel host's POST /api/analyses.`;
    before.push({ path: `/${WEBHOOK_FLAG}`, message });
  }
  const { funnelId, createdWithVersionId } = body;
  if (typeof funnelId !== 'string' || funnelId === '') {
    after.push({ path: '/funnelId', message: 'funnelId must be the id of a funnel, as a string.' });
  }
  if (createdWithVersionId !== undefined && createdWithVersionId !== null && typeof createdWithVersionId !== 'string') {
    after.push({ path: '/createdWithVersionId', message: 'createdWithVersionId must be a string or missing.' });
  }
  const answers = parseAnswers(body, 'v1', { before, after });
  return {
    funnelId: funnelId as string,
    ...(typeof createdWithVersionId === 'string' ? { createdWithVersionId } : {}),
    ...answers,
  };
}
