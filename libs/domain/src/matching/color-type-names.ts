/** Names of the default taxonomies' color types: English, German. */
const NAMES: Record<string, readonly [en: string, de: string]> = {
  LIGHT_SPRING: ['Light Spring', 'Heller Frühling'],
  TRUE_SPRING: ['True Spring', 'Warmer Frühling'],
  BRIGHT_SPRING: ['Bright Spring', 'Klarer Frühling'],
  LIGHT_SUMMER: ['Light Summer', 'Heller Sommer'],
  TRUE_SUMMER: ['True Summer', 'Kühler Sommer'],
  SOFT_SUMMER: ['Soft Summer', 'Sanfter Sommer'],
  SOFT_AUTUMN: ['Soft Autumn', 'Sanfter Herbst'],
  TRUE_AUTUMN: ['True Autumn', 'Warmer Herbst'],
  DEEP_AUTUMN: ['Deep Autumn', 'Dunkler Herbst'],
  DEEP_WINTER: ['Deep Winter', 'Dunkler Winter'],
  TRUE_WINTER: ['True Winter', 'Kühler Winter'],
  BRIGHT_WINTER: ['Bright Winter', 'Klarer Winter'],
  SPRING: ['Spring', 'Frühling'],
  SUMMER: ['Summer', 'Sommer'],
  AUTUMN: ['Autumn', 'Herbst'],
  WINTER: ['Winter', 'Winter'],
};

/** True for German, in whatever region; every other language reads English. */
export const readsGerman = (locale: string): boolean => locale.toLowerCase().split('-')[0] === 'de';

/**
 * A color type as people read it. A type is an opaque string (color analysis): one of another taxonomy is spelled out from
 * its own name, `COOL_LIGHT` as `Cool Light`.
 * @param locale - BCP 47.
 */
export function colorTypeName(type: string, locale: string): string {
  const key = type.toUpperCase();
  const names = Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
  if (names) return names[readsGerman(locale) ? 1 : 0];
  const words = type.split(/[\s_-]+/).filter((word) => word !== '');
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()).join(' ');
}
