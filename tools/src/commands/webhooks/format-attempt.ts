import type { DeliveryAttempt } from '@svc/gateway/bodies';
import { plain } from './plain.js';

/** What was sent in one attempt and what came back, line by line. */
export const formatAttempt = (title: string, attempt: Omit<DeliveryAttempt, 'number'>): string[] => [
  `${title}  ${attempt.startedAt}  ${attempt.durationMs} ms  ${attempt.status ?? 'no answer'}  ${plain(attempt.url)}`,
  ...(attempt.error === null ? [] : [`  ${plain(attempt.error)}`]),
  ...Object.entries(attempt.requestHeaders).map(([name, value]) => `  > ${name}: ${plain(value)}`),
  ...(attempt.responseBody === null ? [] : attempt.responseBody.split('\n').map((line) => `  < ${plain(line)}`)),
];
