/** Lines of one column that a report names. */
const MAX_LISTED_LINES = 10;

/** A text that was longer than its limit: where it stands, and the limit in characters. */
export interface CutText {
  column: string;
  limit: number;
}

/** A text of at most `limit` characters: cut at a space of its second half if it has one, and never inside a surrogate pair. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const room = limit - 1; // The ellipsis takes one.
  const cut = text.slice(0, isHighSurrogate(text.charCodeAt(room - 1)) ? room - 1 : room);
  const space = cut.lastIndexOf(' ');
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Counts the texts of an import that were cut, for its report. */
export class CutTexts {
  private readonly columns = new Map<string, { limit: number; count: number; lines: number[] }>();

  add({ column, limit }: CutText, line: number): void {
    const found = this.columns.get(column) ?? { limit, count: 0, lines: [] };
    this.columns.set(column, found);
    found.count += 1;
    if (found.lines.length < MAX_LISTED_LINES) found.lines.push(line);
  }

  /** One sentence for each column. */
  notes(): string[] {
    return [...this.columns].map(([column, { limit, count, lines }]) => {
      const texts = count === 1 ? `1 text of the column ${column} was` : `${count} texts of the column ${column} were`;
      const more = count > lines.length ? ` and ${count - lines.length} more` : '';
      const where = `${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
      return `${texts} longer than ${limit.toLocaleString('en')} characters and ${count === 1 ? 'was' : 'were'} cut: ${where}.`;
    });
  }
}
