/**
 * The longest wait that the page does by itself when the service asks for one (`Retry-After`). The page reports a longer one
 * to the visitor instead. docs/questionnaire.md "When the service asks to wait".
 */
export const MAX_WAIT_MS = 30_000;

/** How often the page waits for one answer. */
export const MAX_WAITS = 2;

/** From that many seconds on, a wait is said in minutes. */
const MINUTES_FROM_S = 120;

/** How a wait is said. */
export const describeWait = (seconds: number): { unit: 'seconds' | 'minutes'; count: number } =>
  seconds < MINUTES_FROM_S ? { unit: 'seconds', count: seconds } : { unit: 'minutes', count: Math.ceil(seconds / 60) };

export const toSeconds = (ms: number): number => Math.ceil(ms / 1_000);
