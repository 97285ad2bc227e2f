/** Most bytes of a UTF-16 unit in UTF-8. */
const MAX_BYTES = 3;

/**
 * Lines in UTF-8 that wait to be sent. Each is encoded as it comes: kept as strings, the lines of a piece and all the parts they were
 * put together from would outlive collections of young garbage, and the heap would grow to several times of what an import needs.
 */
export class LineBuffer {
  private bytes = Buffer.allocUnsafe(128 * 1024);
  private length = 0;

  append(line: string): void {
    if (this.length + line.length * MAX_BYTES > this.bytes.length) this.grow(line.length * MAX_BYTES);
    this.length += this.bytes.write(line, this.length);
  }

  /** The lines since the last call, in a buffer of their own. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }

  private grow(room: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + room));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
