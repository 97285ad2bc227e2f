/** Longer names are not in use. */
const MAX_TIME_ZONE_LENGTH = 64;

/** Whether it names a time zone of the IANA list. Offsets such as +01:00 do not: they know no summer. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_TIME_ZONE_LENGTH || !/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
