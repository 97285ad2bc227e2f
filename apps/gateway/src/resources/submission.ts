import { MAX_ANALYSIS_BODY_BYTES } from '@svc/domain';
import { type ErrorCode, json as encodedJson } from '@svc/kit';
import type { AnswersBody } from '../parse/answers-body.js';
import { idempotencyKey } from '../parse/idempotency-key.js';
import { toIgnoredFields } from '../parse/ignored-fields.js';
import { type Content, type Reply, sendJson } from '../route/answer.js';
import { objectBody } from '../route/body.js';

/** What the v1 route and the route of funnel hosts, which both store answers, have in common. */

/** Both check the fields of the body themselves: one together with the query. */
export const submissionBody = (content: Content) =>
  objectBody({ content, maxBytes: MAX_ANALYSIS_BODY_BYTES, parse: (body) => body });

export const submissionHeaders = (replay: string) => ({
  'Idempotency-Key': idempotencyKey(`1 to 255 printable ASCII characters. ${replay}`),
});

export const REPLAY_HEADER = { 'Idempotent-Replayed': 'true when this is the stored first response.' };

export const SUBMISSION_ERRORS = [
  'INVALID_SELFIE',
  'VERSION_NOT_FOUND',
  'NOT_FOUND',
  'FUNNEL_NOT_PUBLISHED',
  'IDEMPOTENCY_CONFLICT',
  'REQUEST_IN_PROGRESS',
] as const satisfies readonly ErrorCode[];

/** The answers as analysis-svc takes them. */
export const toSubmission = async ({ body, ignored, selfie }: AnswersBody, key: string | undefined) => ({
  ...(key === undefined ? {} : { idempotencyKey: key }),
  bodyJson: encodedJson.encode(body),
  ...(ignored ? { ignored: await toIgnoredFields(ignored, key) } : {}),
  ...(selfie === undefined ? {} : { selfie }),
});

/** The stored answer. */
export const sendStored = ({ body, replayed }: { body: Uint8Array; replayed: boolean }): Reply<200> =>
  sendJson(200, body, replayed ? { 'Idempotent-Replayed': 'true' } : undefined);
