import { ERRORS, type ErrorCode } from '@svc/kit';

/** What each code means to a caller, with a message as it is really sent. */
const EXAMPLES: Record<ErrorCode, { when: string; message: string; details?: { path: string; message: string }[] }> = {
  INVALID_JSON: { when: 'The body is not a JSON object.', message: 'The body is not a JSON object.' },
  INVALID_REQUEST: {
    when: 'A field or header must be changed.',
    message: 'funnelId is required: the id of a funnel, as a string.',
    details: [{ path: '/funnelId', message: 'funnelId is required: the id of a funnel, as a string.' }],
  },
  INVALID_SELFIE: { when: 'The picture is not usable as sent.', message: 'The selfie is not valid base64.' },
  VERSION_NOT_FOUND: {
    when: 'No such version of this funnel may be used here.',
    message: 'versionId is neither the current published version nor the current draft.',
  },
  INVALID_QUERY: { when: 'A query parameter must be changed.', message: "resultPage is 'true' or 'false'." },
  INVALID_BLUEPRINT: {
    when: 'Nothing was applied; every problem is listed.',
    message: 'The blueprint was not applied; details list what to change.',
    details: [{ path: '/funnels/0/published/steps/0/id', message: 'Give an integer.' }],
  },
  UNAUTHORIZED: {
    when: 'The credentials are missing, malformed, revoked or lack the scope.',
    message: 'This is not a Company API Key.',
  },
  API_KEY_EXPIRED: { when: "The key's expiresAt is in the past.", message: 'This Company API Key has expired.' },
  NOT_FOUND: {
    when: 'Nothing of this company has the id; other companies’ ids look the same.',
    message: 'No funnel with this id.',
  },
  METHOD_NOT_ALLOWED: {
    when: 'The address knows other methods; Allow lists them.',
    message: 'POST is not possible here; use GET, HEAD, OPTIONS.',
  },
  REQUEST_TIMEOUT: { when: 'The request did not arrive in time.', message: 'The request did not arrive in time.' },
  FUNNEL_NOT_PUBLISHED: { when: 'The funnel has no version to use.', message: 'This funnel has no version yet.' },
  FUNNEL_PAUSED: { when: 'The funnel takes no answers on its own host now.', message: 'This funnel is paused.' },
  IDEMPOTENCY_CONFLICT: {
    when: 'The Idempotency-Key was used with another body.',
    message: 'This Idempotency-Key was used with another body.',
  },
  REQUEST_IN_PROGRESS: {
    when: 'The first request with this Idempotency-Key is still running; Retry-After is 2.',
    message: 'A request with this Idempotency-Key is running.',
  },
  API_KEY_LIMIT: { when: '20 keys are active.', message: 'This company has 20 active keys; revoke one first.' },
  CONFLICT: {
    when: 'What is there does not allow it; details say what.',
    message: 'The draft has 1 dead end: answers after which nothing is shown. Nothing was published.',
    details: [{ path: '/draft/steps/1', message: 'Nothing matches with skin_concern = redness and scent = none.' }],
  },
  REQUEST_TOO_LARGE: {
    when: 'The body is over the limit of the route.',
    message: 'The body is larger than 4194304 bytes.',
  },
  URI_TOO_LONG: {
    when: 'The query string is over 8 KiB.',
    message: 'The query string has 8193 bytes; 8192 are allowed.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: 'The body has another Content-Type, charset or Content-Encoding.',
    message: 'Send Content-Type: application/json.',
  },
  MATCHING_SCOPE_TOO_LARGE: {
    when: 'More than 2,000 variants are eligible.',
    message: '2417 variants are eligible; 2000 are allowed. Send productId or variantId.',
  },
  MATCHING_RESPONSE_TOO_LARGE: {
    when: 'The result is over 1 MiB.',
    message: 'The result is larger than 1 MiB; send fewer ids.',
  },
  RATE_LIMITED: {
    when: 'A budget is used up; Retry-After says how long.',
    message: 'Too many requests. Please wait as long as Retry-After says.',
  },
  REQUEST_HEADERS_TOO_LARGE: {
    when: 'The request line and headers are larger than 64 KiB, or there are more than 100 header fields.',
    message: 'The request line and headers are larger than 64 KiB; they must be smaller.',
  },
  INTERNAL: {
    when: 'A fault on our side.',
    message: 'Something went wrong on our side. Please quote the request id.',
  },
  MATCHER_FAILURE: { when: 'Matching is down, late or wrong.', message: 'Matching failed. Please try again.' },
  UNAVAILABLE: {
    when: 'A part of the service cannot be reached.',
    message: 'A part of the service cannot be reached. Please try again.',
  },
  TIMEOUT: { when: 'A part of the service was too slow.', message: 'The answer took too long. Please try again.' },
};

/** One named example per error code, with the body as it is sent. */
export function errorExamples(): Record<string, object> {
  return Object.fromEntries(
    (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
      const { when, message, details } = EXAMPLES[code];
      const value = { error: code, message, requestId: '5b8fecaa-ec39-41f5-91bf-18db5b37b5c5' };
      return [code, { summary: when, value: details ? { ...value, details } : value }];
    }),
  );
}
