import { ServiceError } from '../errors/service-error.js';
import type { CounterName } from './metrics.js';
import { getProcessMetrics } from './process-metrics.js';

/** Counts how an action ended: `toOutcome` of its result, or the code of its error. docs/metrics.md. */
export async function countOutcome<T>(
  name: CounterName,
  action: Promise<T>,
  toOutcome: (result: T) => string,
): Promise<T> {
  const count = (outcome: string) => getProcessMetrics()?.count(name, { outcome });
  try {
    const result = await action;
    count(toOutcome(result));
    return result;
  } catch (error) {
    count(error instanceof ServiceError ? error.code : 'INTERNAL');
    throw error;
  }
}
