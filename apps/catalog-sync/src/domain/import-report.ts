import { MAX_LISTED_REJECTIONS } from './import-limits.js';

/** A row that was not taken. */
export interface RejectedRow {
  /** Physical line on which the row starts; the header is line 1. */
  line: number;
  /** Header name as the file writes it; empty when the whole row is at fault. */
  column: string;
  reason: string;
}

/** What reading a file found out about its rows. `read` = taken + `rejectedCount`. */
export class RowReport {
  read = 0;
  rejectedCount = 0;
  /** The first ones, in the order of the file. */
  readonly rejected: RejectedRow[] = [];
  readonly notes: string[] = [];

  reject(row: RejectedRow): void {
    this.rejectedCount++;
    if (this.rejected.length < MAX_LISTED_REJECTIONS) this.rejected.push(row);
  }
}

/**
 * A value for a message: shortened, quoted. A copy, since a piece of a string would keep the whole text it was cut from alive.
 */
export function quoted(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
