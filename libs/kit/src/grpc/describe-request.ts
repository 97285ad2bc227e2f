import { createHash } from 'node:crypto';
import { hashForLog } from '../log/logger.js';
import type { SpanAttributes } from '../telemetry/spans.js';

const COMPANY_HASH_LENGTH = 12;

/** What a span says about the request of a call: hashes of the company and the analysis that it names, and nothing else of it. */
export function describeRequest(request: unknown): SpanAttributes {
  const { companyId, analysisId } = (request ?? {}) as { companyId?: unknown; analysisId?: unknown };
  return {
    ...(isId(companyId)
      ? { 'svc.company': createHash('sha256').update(companyId).digest('hex').slice(0, COMPANY_HASH_LENGTH) }
      : {}),
    ...(isId(analysisId) ? { 'svc.analysis': hashForLog(analysisId) } : {}),
  };
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';
