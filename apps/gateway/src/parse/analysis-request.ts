import { forbiddenFields, MAX_ECHOED_NAME_LENGTH, MAX_PROBLEMS } from '@svc/domain';
import { type ErrorDetail, ServiceError } from '@svc/kit';
import { type ParsedSelfie, parseSelfie } from './selfie.js';

/** A create request, checked as far as the gateway can; answers are read (and warned about) by analysis-svc. */
export interface AnalysisRequest {
  funnelId: string;
  createdWithVersionId?: string;
  /** The body without its selfie. A selfie that is not a string stays in it, so that the warning is made where all are. */
  body: Record<string, unknown>;
  selfie?: ParsedSelfie;
}

const WEBHOOK_FLAG = 'include_webhook_payload';

/**
 * Fails with INVALID_REQUEST (forbidden fields, all of them at once; no funnelId) or INVALID_SELFIE.
 * @param body - a parsed JSON object; its selfie is taken out of it.
 * Spec, "POST …/analyses", rules 1, 2, 5 and 6; contract, "POST analyses".
 */
export function parseAnalysisRequest(body: Record<string, unknown>, query: URLSearchParams): AnalysisRequest {
  const problems: ErrorDetail[] = [];
  if (query.has(WEBHOOK_FLAG) || Object.hasOwn(body, WEBHOOK_FLAG)) {
    const message = `${WEBHOOK_FLAG} belongs to the funnel host's POST /api/analyses; v1 creates deliver nothing.`;
    problems.push({ path: `/${WEBHOOK_FLAG}`, message });
  }
  for (const field of forbiddenFields(body).slice(0, MAX_PROBLEMS)) {
    // Some are recognised by how they begin, so a name may be as long as the body.
    const name = field.slice(0, MAX_ECHOED_NAME_LENGTH);
    problems.push({ path: `/${name}`, message: `${name} is decided by the service and must not be sent.` });
  }
  const { funnelId, createdWithVersionId } = body;
  if (typeof funnelId !== 'string' || funnelId === '') {
    problems.push({ path: '/funnelId', message: 'funnelId is required: the id of a funnel, as a string.' });
  }
  if (createdWithVersionId !== undefined && createdWithVersionId !== null && typeof createdWithVersionId !== 'string') {
    problems.push({ path: '/createdWithVersionId', message: 'createdWithVersionId is a string or left out.' });
  }
  if (problems.length > 0) {
    throw new ServiceError('INVALID_REQUEST', problems.map(({ message }) => message).join(' '), { details: problems });
  }
  const selfie = takeSelfie(body);
  return {
    funnelId: funnelId as string,
    ...(typeof createdWithVersionId === 'string' ? { createdWithVersionId } : {}),
    body,
    ...(selfie === undefined ? {} : { selfie: parseSelfie(selfie) }),
  };
}

/** Takes the selfie out of the body. Null and the empty string are the same as missing; another type stays. */
function takeSelfie(body: Record<string, unknown>): string | undefined {
  const { selfie } = body;
  if (selfie !== null && typeof selfie !== 'string') return undefined;
  delete body.selfie;
  return selfie ? selfie : undefined;
}
