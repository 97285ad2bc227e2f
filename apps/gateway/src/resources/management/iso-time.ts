/** A proto time as ISO 8601; null when absent. */
export const toIsoTime = (time: Date | undefined): string | null => time?.toISOString() ?? null;

/** A proto time that every message of its kind has. */
export function requiredTime(time: Date | undefined): string {
  if (!time) throw new Error('A time is missing.');
  return time.toISOString();
}
