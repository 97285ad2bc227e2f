import { ERROR_TEXTS, ERRORS, type ErrorCode } from '@svc/kit';

/** One named example per error code, with the body as it is sent. */
export function createErrorExamples(): Record<string, object> {
  return Object.fromEntries(
    (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
      const { title, message, details } = ERROR_TEXTS[code];
      const value = { error: code, message, requestId: '5b8fecaa-ec39-41f5-91bf-18db5b37b5c5' };
      return [code, { summary: title, value: details ? { ...value, details } : value }];
    }),
  );
}
