import { ImportFailure } from '../domain/import-failure.js';
import { quoted } from '../domain/import-report.js';

/** The header of a file: its column names as written, trimmed, found in any letter case. */
export class FeedHeader {
  readonly names: readonly string[];
  private readonly indexes = new Map<string, number>();

  /** @throws ImportFailure on a name that occurs twice. */
  constructor(fields: readonly string[]) {
    this.names = fields.map((field) => field.replaceAll('\0', '').trim());
    for (const [index, name] of this.names.entries()) {
      if (name === '') continue;
      const key = name.toLowerCase();
      if (this.indexes.has(key)) {
        throw new ImportFailure(`The header names the column ${quoted(name)} twice; remove or rename one.`);
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

  has(...names: readonly string[]): boolean {
    return names.every((name) => this.indexes.has(name.toLowerCase()));
  }
}
