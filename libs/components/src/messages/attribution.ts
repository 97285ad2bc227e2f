/** Parameters of shop addresses that say which campaign a visitor comes from. */
const CAMPAIGN_PARAMETERS = new Set('gclid gbraid wbraid fbclid msclkid ttclid epik ref campaign'.split(' '));
/** Characters of a value. */
const MAX_VALUE_LENGTH = 512;

/**
 * The part of a shop page's query that a funnel may store: campaign parameters only, because addresses of shops may contain
 * tokens and e-mail addresses. Without "?"; null: nothing of that kind.
 * @param search - `location.search`.
 * @param alsoAllowed - names that the company allows in addition.
 */
export function getAttribution(search: string, alsoAllowed: readonly string[] = []): string | null {
  const kept = [...new URLSearchParams(search)].filter(
    ([name, value]) =>
      (name.startsWith('utm_') || CAMPAIGN_PARAMETERS.has(name) || alsoAllowed.includes(name)) &&
      value.length <= MAX_VALUE_LENGTH,
  );
  return new URLSearchParams(kept).toString() || null;
}
