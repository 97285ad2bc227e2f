import { ALL_COLOR_TYPES, type COLOR_TYPES, SKIN_COLORS, SKIN_UNDERTONES } from '../answers/enums.js';
import { MAX_TAG_LENGTH } from '../limits.js';

export const COLOR_TYPE_NAMESPACE = 'color_type';
export const COMPLEXION_NAMESPACE = 'complexion';

/** Other schools' names of color types: Dark is Deep, Clear is Bright, Warm or Cool is True. docs/matching.md M1.2. */
const COLOR_TYPE_ALIASES: Readonly<Record<string, (typeof COLOR_TYPES)[number]>> = {
  DARK_AUTUMN: 'DEEP_AUTUMN',
  DARK_WINTER: 'DEEP_WINTER',
  CLEAR_SPRING: 'BRIGHT_SPRING',
  CLEAR_WINTER: 'BRIGHT_WINTER',
  WARM_SPRING: 'TRUE_SPRING',
  WARM_AUTUMN: 'TRUE_AUTUMN',
  COOL_SUMMER: 'TRUE_SUMMER',
  COOL_WINTER: 'TRUE_WINTER',
};

const NAMESPACE = /^[a-z][a-z0-9_.-]*$/;

/** The two parts of a tag as written, split at the first colon; null without a colon. */
export function splitTag(tag: string): { namespace: string; value: string } | null {
  const colon = tag.indexOf(':');
  return colon < 0 ? null : { namespace: tag.slice(0, colon).trim(), value: tag.slice(colon + 1).trim() };
}

/**
 * The one spelling under which tags are compared: lower-case namespace, no spaces around either part, values of
 * `color_type` and `complexion` in upper case, color types under their own names; other values keep their letter case.
 * Returns null for what is not `namespace:value`. docs/matching.md M1.
 */
export function normalizeTag(tag: string): string | null {
  const parts = splitTag(tag);
  if (!parts) return null;
  const namespace = parts.namespace.toLowerCase();
  if (!NAMESPACE.test(namespace) || parts.value === '') return null;
  const normalized = `${namespace}:${normalizeValue(namespace, parts.value)}`;
  return normalized.length > MAX_TAG_LENGTH ? null : normalized;
}

function normalizeValue(namespace: string, value: string): string {
  if (namespace === COMPLEXION_NAMESPACE) return value.toUpperCase();
  if (namespace !== COLOR_TYPE_NAMESPACE) return value;
  const name = value.toUpperCase();
  return Object.hasOwn(COLOR_TYPE_ALIASES, name) ? (COLOR_TYPE_ALIASES[name] as string) : name;
}

function valueIn(namespace: string, tag: string): string | null {
  const normalized = normalizeTag(tag);
  return normalized?.startsWith(`${namespace}:`) ? normalized.slice(namespace.length + 1) : null;
}

const findIndex = (values: readonly string[], value: string | undefined): number =>
  value === undefined ? -1 : values.indexOf(value);

/** Bit of one cell of the complexion grid: depth × 3 + undertone, both as indexes of their enum. */
export const complexionBit = (depth: number, undertone: number): number =>
  1 << (depth * SKIN_UNDERTONES.length + undertone);

/**
 * Cells of the 5 × 3 complexion grid that a tag `complexion:DEPTH/UNDERTONE` or `complexion:DEPTH/*` names, as a 15-bit
 * mask: bit = index in SKIN_COLORS × 3 + index in SKIN_UNDERTONES. Null for any other tag. docs/matching.md M1.3.
 */
export function parseComplexionTag(tag: string): number | null {
  const [depthName, undertoneName, ...rest] = valueIn(COMPLEXION_NAMESPACE, tag)?.split('/') ?? [];
  const depth = findIndex(SKIN_COLORS, depthName?.trim());
  if (depth < 0 || rest.length > 0) return null;
  if (undertoneName?.trim() === '*') return 0b111 << (depth * SKIN_UNDERTONES.length);
  const undertone = findIndex(SKIN_UNDERTONES, undertoneName?.trim());
  return undertone < 0 ? null : complexionBit(depth, undertone);
}

/**
 * The color type that a tag `color_type:…` names, of any taxonomy, as a mask: bit = index in
 * ALL_COLOR_TYPES. Null for any other tag and for an unknown color type. docs/matching.md M1.2.
 */
export function parseColorTypeTag(tag: string): number | null {
  const index = findIndex(ALL_COLOR_TYPES, valueIn(COLOR_TYPE_NAMESPACE, tag) ?? undefined);
  return index < 0 ? null : 1 << index;
}
