import { isPrice, MAX_TAGS, MAX_URL_LENGTH, normalizeTag, tagProblem } from '@svc/domain';

/**
 * Values of single cells. Each function answers the stored form, or undefined when the value cannot be read; the matching
 * `…_RULE` says what to change. Empty cells are the caller's business.
 */

export const PRICE_RULE = 'must be a decimal number with a point, for example 19.90';
export function parsePrice(text: string): string | undefined {
  return isPrice(text) ? text : undefined;
}

export const CURRENCY_RULE = 'must be a three-letter ISO 4217 code, for example EUR';
export function parseCurrency(text: string): string | undefined {
  if (/^[A-Z]{3}$/.test(text)) return text;
  return /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : undefined;
}

export const AVAILABILITY_RULE = 'must be true, false, 1, 0, in_stock or out_of_stock';
export function parseAvailability(text: string): boolean | undefined {
  switch (text.toLowerCase()) {
    case 'true':
    case '1':
    case 'in_stock':
      return true;
    case 'false':
    case '0':
    case 'out_of_stock':
      return false;
    default:
      return undefined;
  }
}

export const COLOR_RULE = 'must be a hex color, for example #f1d6c1';
/** @returns `#rrggbb`, lower-case. */
export function parseColor(text: string): string | undefined {
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  const digits = (text.charCodeAt(0) === 35 ? text.slice(1) : text).toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  if (!/^[0-9a-f]{3}$/.test(digits)) return undefined;
  return `#${digits.replace(/./g, '$&$&')}`;
}

export const URL_RULE = `must be a full http or https address of at most ${MAX_URL_LENGTH} characters, for example https://shop.example/p/1`;
/** @returns the address as given. */
export function parseUrl(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH) return undefined;
  if (/^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,4})?(?:[/?#][\x21-\x7e]*)?$/i.test(text)) return text;
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : undefined;
}

const TAG_RULE = 'must be a list of namespace:value tags, for example category:foundation|finish:matte';
/** The tags of a cell, separated by `|`: each once, in the order given and in the spelling under which tags are compared. */
export function parseTags(text: string): { tags: string[] } | { problem: string } {
  const tags = new Set<string>();
  for (const part of text.split('|')) {
    if (part.trim() === '') continue;
    const tag = normalizeTag(part);
    if (tag === null) return { problem: TAG_RULE };
    const problem = tagProblem(tag);
    if (problem !== null) return { problem: `has an invalid tag (${problem})` };
    tags.add(tag);
  }
  if (tags.size > MAX_TAGS) return { problem: `must have at most ${MAX_TAGS} tags` };
  return { tags: [...tags] };
}
