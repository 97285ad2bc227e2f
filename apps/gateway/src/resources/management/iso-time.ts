/** A proto time as ISO 8601; null when absent. */
export const isoTime = (time: Date | undefined): string | null => time?.toISOString() ?? null;
