const DELIMITERS = [';', ',', '\t', '|'] as const;

/**
 * The delimiter of a table, found from its header: the one that yields the most known column names, then the most columns;
 * `;` when nothing speaks for another. Delimiters inside quotes do not count.
 * @param text - begins with the header; what follows the header's line is not looked at.
 * @param isKnown - whether a trimmed header name means something to the importer.
 */
export function sniffDelimiter(text: string, isKnown: (name: string) => boolean): string {
  let best: { delimiter: string; known: number; columns: number } = { delimiter: ';', known: 0, columns: 1 };
  for (const delimiter of DELIMITERS) {
    const names = splitFirstLine(text, delimiter);
    const known = names.filter((name) => isKnown(name.trim())).length;
    if (known > best.known || (known === best.known && names.length > best.columns)) {
      best = { delimiter, known, columns: names.length };
    }
  }
  return best.delimiter;
}

/** Columns of the first line that has text, quotes observed but not removed when they stand inside a field. */
function splitFirstLine(text: string, delimiter: string): string[] {
  const names: string[] = [];
  let name = '';
  let quoted = false;
  for (let at = text.search(/[^\r\n]/); at >= 0 && at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && character === delimiter) {
      names.push(name);
      name = '';
    } else name += character;
  }
  names.push(name);
  return names;
}
