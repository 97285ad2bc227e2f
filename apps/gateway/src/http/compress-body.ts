import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { accepts } from '../funnel-host/accept-language.js';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** An eighth of the size of JSON in a millisecond or two, off the main thread. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };
/** Shorter bodies fit in one packet as they are. */
const MIN_BYTES = 1_024;

export interface CompressedBody {
  body: Buffer;
  /** Undefined: as it is. */
  encoding?: 'br' | 'gzip';
}

/**
 * A body as the caller takes it. Only for bodies that hold nothing secret beside what the caller chose: their size is seen.
 * @param acceptEncoding - the header as sent.
 */
export async function compressBody(body: Buffer, acceptEncoding: string): Promise<CompressedBody> {
  if (body.length < MIN_BYTES) return { body };
  if (accepts(acceptEncoding, 'br')) return { body: await toBrotli(body, BROTLI), encoding: 'br' };
  if (accepts(acceptEncoding, 'gzip')) return { body: await toGzip(body, GZIP), encoding: 'gzip' };
  return { body };
}
