import { ImportFailure } from '../domain/import-failure.js';
import { quoted } from '../domain/import-report.js';

/** The header of a file: its column names as written, trimmed, found in any letter case. */
export class FeedHeader {
  readonly names: readonly string[];
  private readonly indexes = new Map<string, number>();

  /**
   * @param mapped - places of columns that others are made from.
   * @throws ImportFailure on a name that occurs twice.
   */
  constructor(
    fields: readonly string[],
    private readonly mapped: ReadonlySet<number> = new Set(),
  ) {
    this.names = fields.map((field) => field.replaceAll('\0', '').trim());
    for (const [index, name] of this.names.entries()) {
      if (name === '') continue;
      const key = name.toLowerCase();
      if (this.indexes.has(key)) {
        throw new ImportFailure(
          `The header names the column ${quoted(name)} twice; remove or rename one.`,
          'COLUMN_TWICE',
          { column: name },
        );
      }
      this.indexes.set(key, index);
    }
  }

  /** Index of the first of these columns that the file has; −1: it has none of them. */
  find(...names: readonly string[]): number {
    for (const name of names) {
      const index = this.indexes.get(name.toLowerCase());
      if (index !== undefined) return index;
    }
    return -1;
  }

  /** Names that are no column of a format and go into none either. */
  unused(isKnown: (name: string) => boolean): string[] {
    return this.names.filter((name, index) => name !== '' && !isKnown(name) && !this.mapped.has(index));
  }

  has(...names: readonly string[]): boolean {
    return names.every((name) => this.indexes.has(name.toLowerCase()));
  }
}
