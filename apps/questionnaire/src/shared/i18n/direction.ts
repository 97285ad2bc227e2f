/** Languages that are written from right to left, unless a tag names another script. */
const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);
const SCRIPTS = new Set(['adlm', 'arab', 'hebr', 'mand', 'mend', 'nkoo', 'rohg', 'samr', 'syrc', 'thaa']);

/** Writing direction of a BCP 47 tag. A script in the tag decides, else the language. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  const [language = '', ...subtags] = locale.toLowerCase().split('-');
  const script = subtags.find((subtag) => subtag.length === 4 && /^[a-z]+$/.test(subtag));
  return (script ? SCRIPTS.has(script) : RIGHT_TO_LEFT.has(language)) ? 'rtl' : 'ltr';
}
