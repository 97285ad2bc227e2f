import { ApiError } from '../../api/api-error.js';
import type { TextKey, Translator } from '../../i18n/translator.js';

const TITLES: Partial<Record<ApiError['code'], TextKey>> = {
  OFFLINE: 'error.offline',
  RATE_LIMITED: 'error.rate-limited',
  CONFLICT: 'error.conflict',
  PRECONDITION_FAILED: 'error.changed',
  NOT_FOUND: 'error.not-found',
  FORBIDDEN: 'error.forbidden',
  UNAUTHORIZED: 'error.unauthorized',
  REAUTHENTICATION_REQUIRED: 'error.not-confirmed',
  UNAVAILABLE: 'error.unavailable',
  TIMEOUT: 'error.unavailable',
  API_KEY_LIMIT: 'error.key-limit',
  QUOTA_EXCEEDED: 'error.quota',
  REQUEST_TOO_LARGE: 'error.too-large',
};

/** One sentence for an error, in the user's language. */
export function toErrorTitle(error: Error, { t }: Translator): string {
  const isInvalid = error instanceof ApiError && error.status === 400;
  const key = error instanceof ApiError ? TITLES[error.code] : undefined;
  return t(key ?? (isInvalid ? 'error.invalid' : 'error.other'));
}
