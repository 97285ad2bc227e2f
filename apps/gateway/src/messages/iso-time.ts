import { requirePart } from './require-part.js';

/** A proto time as ISO 8601; null when absent. */
export const toIsoTime = (time: Date | undefined): string | null => time?.toISOString() ?? null;

/** The same of a time that its sender always sets. */
export const requiredTime = (time: Date | undefined): string => requirePart(time).toISOString();
