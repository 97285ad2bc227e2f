import { isUtf8 } from 'node:buffer';
import { ImportFailure } from '../domain/import-failure.js';

/** Encodings an uploaded table may have. docs/reliability.md R5.4. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Characters 0x80 to 0x9f of Windows-1252 (WHATWG index); the five without one keep their number. */
const WINDOWS_1252_C1 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Finds the encoding of bytes that are seen once, piece by piece, without keeping them. */
export class EncodingDetector {
  private head = Buffer.alloc(0);
  private tail = Buffer.alloc(0);
  private valid = true;

  push(bytes: Buffer): void {
    if (this.head.length < 2) this.head = Buffer.concat([this.head, bytes.subarray(0, 2)]);
    if (!this.valid) return;
    const text = this.tail.length > 0 ? Buffer.concat([this.tail, bytes]) : bytes;
    const complete = text.length - openSequenceLength(text);
    this.valid = isUtf8(text.subarray(0, complete));
    this.tail = Buffer.from(text.subarray(complete));
  }

  result(): TextEncoding {
    if (this.head[0] === 0xff && this.head[1] === 0xfe) return 'utf-16le';
    if (this.head[0] === 0xfe && this.head[1] === 0xff) return 'utf-16be';
    return this.valid && this.tail.length === 0 ? 'utf-8' : 'windows-1252';
  }
}

/** Bytes at the end that begin a UTF-8 character but do not finish it. */
function openSequenceLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return wanted > back ? back : 0;
  }
  return 0;
}

/** Decodes pieces of a text in a known encoding; a byte order mark is removed. */
export class TextDecoding {
  private readonly decoder: InstanceType<typeof TextDecoder> | undefined;

  constructor(encoding: TextEncoding) {
    // Written out for Windows-1252: several releases of Node decode it as Latin-1, which loses the euro sign.
    this.decoder = encoding === 'windows-1252' ? undefined : new TextDecoder(encoding, { fatal: true });
  }

  push(bytes: Buffer): string {
    if (this.decoder === undefined) return decodeWindows1252(bytes);
    try {
      return this.decoder.decode(bytes, { stream: true });
    } catch {
      throw new ImportFailure('The file begins as UTF-16 but is not valid UTF-16; save it as UTF-8.', 'ENCODING');
    }
  }

  end(): string {
    if (this.decoder === undefined) return '';
    try {
      return this.decoder.decode();
    } catch {
      throw new ImportFailure('The file begins as UTF-16 but ends within a character; save it as UTF-8.', 'ENCODING');
    }
  }
}

function decodeWindows1252(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252_C1.charAt(c.charCodeAt(0) - 0x80));
}
