import { isLocale, type LocalizedText } from '../funnel/localize.js';
import {
  MAX_COPY_LENGTH,
  MAX_KEY_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SHOP_ID_BYTES,
  MAX_TRANSLATIONS,
  MAX_URL_LENGTH,
} from '../limits.js';
import type { Path, Problems } from './problems.js';

const CONTROL = /\p{Cc}|\p{Surrogate}/u;
const CONTROL_BUT_LINES = /(?![\n\r\t])\p{Cc}|\p{Surrogate}/u;
const HTTP_URL = /^https?:\/\/[^\s/?#]\S*$/i;
/**
 * The same with a host that is a name, in any language, or an IP address. Parsers of URLs accept most other characters in a
 * host as well, also as %3B, and take a backslash for a slash.
 */
const HTTP_HOST = /^https?:\/\/(?:[^/?#\\]*@)?(?:[\p{L}\p{M}\p{N}._-]+|\[[0-9a-f:.]+\])(?::\d*)?(?:[/?#\\]|$)/iu;

/** A name or other short text: not empty, bounded, on one line. */
export function checkName(name: string, path: Path, problems: Problems, maxLength = MAX_NAME_LENGTH): void {
  if (name.trim() === '') problems.add(path, 'The text must not be empty.');
  else if (name.length > maxLength) problems.add(path, `The text must have at most ${maxLength} characters.`);
  else if (CONTROL.test(name)) problems.add(path, 'The text must not contain control characters or line breaks.');
}

/** A key that others refer to: a short name without spaces around it. */
export function checkKey(key: string, path: Path, problems: Problems): void {
  checkName(key, path, problems, MAX_KEY_LENGTH);
  if (key !== key.trim()) problems.add(path, 'The key must not start or end with spaces.');
}

/** A text by language: known tags, bounded, and at least one that is not empty unless `mayBeEmpty`. */
export function checkLocalized(text: LocalizedText, path: Path, problems: Problems, mayBeEmpty = false): void {
  const entries = Object.entries(text);
  if (entries.length > MAX_TRANSLATIONS)
    problems.add(path, `The text must have at most ${MAX_TRANSLATIONS} languages.`);
  if (!mayBeEmpty && entries.every(([, value]) => value.trim() === ''))
    problems.add(path, 'The text must be given in at least one language, for example { "default": "…" }.');
  for (const [tag, value] of entries) {
    if (tag !== 'default' && !isLocale(tag))
      problems.add([...path, tag], 'The key must be "default" or a BCP 47 language tag such as "de" or "en-GB".');
    if (value.length > MAX_COPY_LENGTH)
      problems.add([...path, tag], `The text must have at most ${MAX_COPY_LENGTH} characters.`);
    else if (CONTROL_BUT_LINES.test(value))
      problems.add([...path, tag], 'The text must not contain control characters.');
  }
}

/** An absolute http or https address with a valid host, which may reach a header; undefined and null pass. */
export function checkUrl(url: string | null | undefined, path: Path, problems: Problems): void {
  if (url === undefined || url === null) return;
  if (url.length > MAX_URL_LENGTH) problems.add(path, `The address must have at most ${MAX_URL_LENGTH} characters.`);
  else if (!HTTP_URL.test(url) || CONTROL.test(url))
    problems.add(path, 'The address must be absolute, start with https:// or http://, and contain no spaces.');
  else if (!HTTP_HOST.test(url))
    problems.add(
      path,
      'The host of the address must be a name of letters, digits, ".", "-" and "_", or an IP address.',
    );
}

/** A shop-system id: 1–255 bytes, kept exactly. docs/catalog.md "The native CSV file". */
export function checkShopId(id: string, path: Path, problems: Problems): void {
  if (id === '') problems.add(path, 'The id must not be empty.');
  else if (utf8Length(id) > MAX_SHOP_ID_BYTES)
    problems.add(path, `The id must have at most ${MAX_SHOP_ID_BYTES} bytes.`);
  else if (CONTROL.test(id)) problems.add(path, 'The id must not contain control characters.');
}

export function checkInteger(value: number, [min, max]: readonly [number, number], path: Path, problems: Problems) {
  if (!Number.isInteger(value) || value < min || value > max)
    problems.add(path, `The value must be an integer from ${min} to ${max}.`);
}

export function checkCount(list: { length: number }, max: number, what: string, path: Path, problems: Problems): void {
  if (list.length > max) problems.add(path, `There must be at most ${max} ${what}; there are ${list.length}.`);
}

/**
 * Reports every repetition at its own place: `/rules/4/key: The key must be unique: entry 1 of this list has the same.`
 * @param fold - entries are the same when this is equal; undefined entries are left out.
 */
export function checkUnique<T>(
  list: readonly T[],
  fold: (entry: T) => string | number | undefined,
  at: { path: Path; field?: string; what: string },
  problems: Problems,
): void {
  const first = new Map<string | number, number>();
  list.forEach((entry, index) => {
    const value = fold(entry);
    if (value === undefined) return;
    const before = first.get(value);
    if (before === undefined) first.set(value, index);
    else {
      const place = at.field === undefined ? [...at.path, index] : [...at.path, index, at.field];
      problems.add(place, `The ${at.what} must be unique: entry ${before} of this list has the same.`);
    }
  });
}

/** Length in UTF-8, bytes; a lone surrogate counts three, as its replacement does. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
