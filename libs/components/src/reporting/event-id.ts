import type { InteractionType } from '@svc/domain';

/**
 * Id of an event that counts once for an analysis, however often the page is loaded: that a variant came into view at a place.
 * Two 32-bit FNV-1a hashes, so that ids of 255 bytes fit in 64 characters. Events, "Limits".
 */
export const onceId = (type: InteractionType, variantId: string, position: number): string =>
  `${type.slice(0, 3).toLowerCase()}-${position}-${hash(variantId, 0x811c9dc5)}${hash(variantId, 0x01000193)}`;

function hash(text: string, seed: number): string {
  let value = seed;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(16).padStart(8, '0');
}
