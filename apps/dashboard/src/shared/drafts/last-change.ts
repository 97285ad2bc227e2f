import { ApiError } from '../../api/api-error.js';

/** Who has changed a part last, and when, by the error of a save on an earlier state. docs/management.md "Matching settings in parts". */
export function findLastChange(error: Error | null): { name?: string; at?: string } {
  const details = error instanceof ApiError ? (error.options.details ?? []) : [];
  const find = (wanted: string) => details.find(({ path }) => path === wanted)?.message;
  const [name, at] = [find('/changedBy'), find('/changedAt')];
  return { ...(name === undefined ? {} : { name }), ...(at === undefined ? {} : { at }) };
}
