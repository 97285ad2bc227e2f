/** Text and attribute values for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * JSON for a script element of another type than JavaScript: nothing in it can end the element or open a comment, and it is
 * still the same JSON.
 */
export const escapeJson = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ku', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);
const RTL_SCRIPTS = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm']);

/** Direction of a language, by its script if it names one. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  const { language, script } = new Intl.Locale(locale);
  return (script === undefined ? RIGHT_TO_LEFT.has(language) : RTL_SCRIPTS.has(script)) ? 'rtl' : 'ltr';
}
