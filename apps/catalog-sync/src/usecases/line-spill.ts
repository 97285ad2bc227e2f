import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomId } from '@svc/kit';

/** Characters per write, and bytes per read. */
const PIECE_LENGTH = 64 * 1024;

/** Lines that wait on local disk until their time comes, in a file without a name: memory does not grow with them. */
export class LineSpill {
  private waiting = '';

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<LineSpill> {
    const path = join(tmpdir(), `catalog-import-${randomId()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new LineSpill(file);
  }

  /** @param lines - whole ones. */
  async append(lines: string): Promise<void> {
    this.waiting += lines;
    if (this.waiting.length >= PIECE_LENGTH) await this.flush();
  }

  /** The lines in order, in pieces that may end within one. */
  async *pieces(): AsyncGenerator<Buffer> {
    await this.flush();
    for (let position = 0; ; ) {
      const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(PIECE_LENGTH), 0, PIECE_LENGTH, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async flush(): Promise<void> {
    const lines = this.waiting;
    this.waiting = '';
    if (lines !== '') await this.file.appendFile(lines);
  }
}
