import type { ImportProgress } from './import-run.js';

/**
 * Measures an import: the file is received, then its rows are read. The remaining time is estimated from the pace of the current
 * phase. The final phase, which puts the rows in force, is not counted.
 */
export class ImportMeter {
  private readonly startedAt: number;
  private received = 0;
  private rows = 0;
  private reading: { fileBytes: number; bytes: number; startedAt: number } | undefined;

  /** @param now - milliseconds. */
  constructor(private readonly now: () => number) {
    this.startedAt = now();
  }

  onReceived(bytes: number): void {
    this.received = bytes;
  }

  /** The file is complete. */
  onComplete(fileBytes: number): void {
    this.received = fileBytes;
    this.reading = { fileBytes, bytes: 0, startedAt: this.now() };
  }

  /** So much of the file has been read; a file whose products are gathered first is read from its beginning again. */
  onRead(bytes: number): void {
    if (!this.reading) return;
    if (bytes < this.reading.bytes) this.reading.startedAt = this.now();
    this.reading.bytes = bytes;
  }

  onRows(rows: number): void {
    this.rows = rows;
  }

  /** @param announced - bytes of the file that its sender has announced; null: none. */
  progress(announced: number | null): ImportProgress {
    const { reading, received, rows } = this;
    return {
      bytes: received,
      totalBytes: reading?.fileBytes ?? announced,
      rows,
      secondsLeft: reading
        ? this.secondsLeft(reading.bytes, reading.fileBytes, reading.startedAt)
        : this.secondsLeft(received, announced, this.startedAt),
    };
  }

  private secondsLeft(done: number, total: number | null, since: number): number | null {
    const elapsedMs = this.now() - since;
    if (total === null || done <= 0 || elapsedMs <= 0) return null;
    return Math.max(0, Math.ceil((elapsedMs * (total - done)) / done / 1_000));
  }
}
