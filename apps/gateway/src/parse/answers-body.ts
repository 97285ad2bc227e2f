import {
  forbiddenFields,
  MAX_ECHOED_NAME_LENGTH,
  MAX_PROBLEMS,
  type SubmissionRoute,
  separateUnknownFields,
} from '@svc/domain';
import { type ErrorDetail, ServiceError } from '@svc/kit';
import { type ParsedSelfie, parseSelfie } from './selfie.js';

/** The answers of a submission, checked as far as the gateway can; they are read (and warned about) by analysis-svc. */
export interface AnswersBody {
  /**
   * What the route knows of the body, without the selfie. A selfie that is not a string stays in it, so that the warning is made
   * where all are.
   */
  body: Record<string, unknown>;
  /** The other fields; absent when there are none. */
  ignored?: Record<string, unknown>;
  selfie?: ParsedSelfie;
}

/**
 * What both routes that take answers refuse. Fails with INVALID_REQUEST (forbidden fields and what the route itself found, all
 * in one error) or INVALID_SELFIE.
 * @param body - a parsed JSON object; its selfie is taken out of it.
 * docs/contract.md C9.3, C8.6.
 */
export function parseAnswers(
  body: Record<string, unknown>,
  route: SubmissionRoute,
  ofRoute: { before?: ErrorDetail[]; after?: ErrorDetail[] } = {},
): AnswersBody {
  const forbidden = forbiddenFields(body)
    .slice(0, MAX_PROBLEMS)
    .map((field): ErrorDetail => {
      // Some are recognized by how they begin, so a name may be as long as the body.
      const name = field.slice(0, MAX_ECHOED_NAME_LENGTH);
      return { path: `/${name}`, message: `${name} is decided by the service and must not be sent.` };
    });
  const problems = [...(ofRoute.before ?? []), ...forbidden, ...(ofRoute.after ?? [])];
  if (problems.length > 0) {
    throw new ServiceError('INVALID_REQUEST', problems.map(({ message }) => message).join(' '), { details: problems });
  }
  const selfie = takeSelfie(body);
  const { known, ignored } = separateUnknownFields(body, route);
  return {
    body: known,
    ...(ignored ? { ignored } : {}),
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
