/** An answer of a path in words: `skin_concern = dryness + redness`. */
export const splitWords = ({ key, chosen }: { key: string; chosen: readonly string[] }): string =>
  chosen.length === 0 ? `${key} not answered` : `${key} = ${chosen.join(' + ')}`;
