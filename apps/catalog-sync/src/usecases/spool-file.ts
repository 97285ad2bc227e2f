import { createHash } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomId } from '@svc/kit';
import { ImportFailure } from '../domain/import-failure.js';
import { EncodingDetector, TextDecoding, type TextEncoding } from '../feeds/decode-text.js';

/**
 * Bytes that are read, decoded and parsed in one step. Their text is at most 96 KiB, an ordinary heap object; twice as much would be
 * a large object, which takes a sixth more time and is freed later.
 */
const PIECE_BYTES = 48 * 1024;

/** An uploaded file on local disk, without a name: it is gone when it is closed, also by a kill. */
export interface SpooledFile {
  encoding: TextEncoding;
  bytes: number;
  /** SHA-256 of the bytes. */
  digest: Buffer;
  /** The text from its beginning, without a byte order mark. */
  pieces(): AsyncIterable<string>;
  close(): Promise<void>;
}

/**
 * Writes an upload to disk as it arrives. Its encoding is known only at its end, and no connection to the database is held for a
 * slow sender.
 * @throws ImportFailure when it is too large; the reason of `signal`; whatever `chunks` throws.
 */
export async function spoolFile(
  chunks: AsyncIterable<Buffer>,
  options: {
    maxBytes: number;
    signal: AbortSignal;
    /** Called with the number of bytes that have arrived. */
    onBytes?(bytes: number): void;
    /** Called with the number of bytes that the current reader of `pieces` has read. */
    onRead?(bytes: number): void;
  },
): Promise<SpooledFile> {
  const path = join(tmpdir(), `catalog-import-${randomId()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    const detector = new EncodingDetector();
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of untilAborted(chunks, options.signal)) {
      bytes += chunk.length;
      if (bytes > options.maxBytes) {
        throw new ImportFailure(
          `The file is larger than ${Math.round(options.maxBytes / 1024 / 1024)} MB.`,
          'FILE_TOO_LARGE',
          {
            megabytes: Math.round(options.maxBytes / 1024 / 1024),
          },
        );
      }
      detector.push(chunk);
      hash.update(chunk);
      options.onBytes?.(bytes);
      await file.appendFile(chunk);
    }
    const encoding = detector.result();
    const digest = hash.digest();
    return {
      encoding,
      bytes,
      digest,
      pieces: () => readPieces(file, encoding, options.onRead),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The items, until the signal is aborted, also while the next one does not come. @throws the reason of `signal`. */
async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  // Not Promise.race with one promise for all items: it would hold every item until the signal is gone.
  let giveUp: (reason: unknown) => void = () => {};
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        giveUp = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a generator that waits for its next message returns only then.
    iterator.return?.()?.catch(() => {});
  }
}

async function* readPieces(
  file: FileHandle,
  encoding: TextEncoding,
  onRead: ((bytes: number) => void) | undefined,
): AsyncGenerator<string> {
  const decoding = new TextDecoding(encoding);
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    yield decoding.push(buffer.subarray(0, bytesRead));
    onRead?.(position);
  }
  yield decoding.end();
}
