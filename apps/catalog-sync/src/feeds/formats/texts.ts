import { normalizeTag } from '@svc/domain';

/** The trimmed text of a cell; empty when the file has no such column. */
export const textAt = (fields: readonly string[], index: number): string =>
  index < 0 ? '' : (fields[index] ?? '').trim();

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** A description as plain text: without markup, on one line. */
export function plainText(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#39|amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
}

/** What a shop calls an attribute, as a namespace: `Skin Concern` → `skin_concern`; null when nothing is left of it. */
function toNamespace(name: string): string | null {
  const words = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return words === '' ? null : words;
}

/** `namespace:value` of an attribute of a shop; null when it has no name or no value. A bar would end the tag. */
export function attributeTag(name: string, value: string): string | null {
  const namespace = toNamespace(name);
  return namespace === null ? null : normalizeTag(`${namespace}:${value.replaceAll('|', '/')}`);
}

/** A label that may be a tag already (`finish:matte`); otherwise it becomes one in `namespace`. */
export function labelTag(label: string, namespace: string): string | null {
  const tag = /^[a-z][a-z0-9_.-]*:\S/.test(label) ? normalizeTag(label.replaceAll('|', '/')) : null;
  return tag ?? attributeTag(namespace, label);
}

/** Reported once for a file with such prices: the file is not read again on the day on which a sale ends. */
export const TIMED_SALES_NOTE =
  'Sale prices with a start or end date were ignored and the regular prices used: the catalog may stay in force longer than the sale.';

/** Tags as a native cell has them. */
export const tagCell = (tags: readonly (string | null)[]): string =>
  [...new Set(tags.filter((tag) => tag !== null))].join('|');
