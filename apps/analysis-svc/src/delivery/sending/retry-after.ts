/**
 * Parses a `Retry-After` header to milliseconds; undefined when it is missing or invalid. RFC 9110, 10.2.3.
 * @param value - seconds, or an HTTP date.
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^[A-Z][a-z]{2}, .* GMT$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
