/**
 * The umlauts of a German word that are written `ae`, `oe` and `ue`, without their `e`; not after a vowel or `q` (`neue`, `quelle`)
 * and not at the end (`blue`, `shoes`). Both spellings and the one without dots are then the same.
 * @param word - lower case, without accents.
 */
export const foldUmlauts = (word: string): string => word.replace(/(?<![aeiouq])([aou])e(?!s?$)/g, '$1');
