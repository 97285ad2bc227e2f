/** Fewer digits are no phone number. */
const MIN_PHONE_DIGITS = 7;

/**
 * Whether a text that a page or a caller chose looks like a mail address or a phone number: such a text is not stored, since shops put data
 * of persons into links now and then. A date or a number of a campaign begins with neither + nor 0. docs/insight.md N1.3.
 */
export function isContactLike(text: string): boolean {
  if (/@|%40/i.test(text)) return true;
  const digits = text.replaceAll(/\D/g, '');
  return digits.length >= MIN_PHONE_DIGITS && /^\s*(\+|0|\(|%2B)[\d\s()/.-]*$/i.test(text);
}

/** The source of a visit or an analysis, as it may be stored: empty where it looks like a contact. */
export const toStoredSource = (source: string): string => (isContactLike(source) ? '' : source);
