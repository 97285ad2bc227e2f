import { ServiceError } from '@svc/kit';

/** What the query of a funnel host's POST /api/analyses says. */
export interface SubmissionQuery {
  includePayload: boolean;
  versionId?: string;
}

/**
 * Fails with INVALID_QUERY where a key that is read is repeated or `include_webhook_payload` is neither `true` nor `false`, as
 * `resultPage` of a match. Other keys are ignored: landing pages carry them along. Contract, "Legacy POST /api/analyses".
 */
export function parseSubmissionQuery(query: URLSearchParams): SubmissionQuery {
  const flag = single(query, 'include_webhook_payload');
  if (flag !== undefined && flag !== 'true' && flag !== 'false') {
    throw new ServiceError('INVALID_QUERY', "include_webhook_payload is 'true' or 'false'.");
  }
  const versionId = single(query, 'versionId');
  return { includePayload: flag === 'true', ...(versionId === undefined ? {} : { versionId }) };
}

function single(query: URLSearchParams, key: string): string | undefined {
  const values = query.getAll(key);
  if (values.length > 1) throw new ServiceError('INVALID_QUERY', `${key} may be given once.`);
  return values[0];
}
