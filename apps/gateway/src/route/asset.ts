import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { sha256 } from '@svc/kit';
import { loadOnce } from '../load-once.js';
import { type Reply, sendBody } from './answer.js';
import type { Encoding } from './compress-body.js';

/** A built file in the forms in which it is sent. */
export interface Asset {
  type: string;
  /** Strong, of the uncompressed bytes, without quotes. */
  tag: string;
  identity: Buffer;
  /** Compressed by the first call, kept for all others. */
  compressed: Partial<Record<Encoding, () => Promise<Buffer>>>;
}

/** Of files whose address says which content they have. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.png': 'image/png',
};
const COMPRESSED_FORMATS = new Set(['.woff2', '.webp', '.png']);

/**
 * A file that is compressed as small as possible when it is first asked for: for all files of all pages together that takes more than a
 * second of a processor, and a process that starts has better things to do. @param name - its extension is its type.
 */
export function createAsset(name: string, identity: Buffer): Asset {
  const extension = extname(name);
  return {
    type: TYPES[extension] ?? 'application/octet-stream',
    tag: sha256(identity).toString('base64url').slice(0, 27),
    identity,
    compressed: COMPRESSED_FORMATS.has(extension)
      ? {}
      : {
          gzip: loadOnce(() => promisify(gzip)(identity, { level: 9 })),
          br: loadOnce(() =>
            promisify(brotliCompress)(identity, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
          ),
        },
  };
}

/** A reply with a file, in the form that the caller accepts; 304 for callers that have it already. */
export const sendAsset = ({ type, tag, identity, compressed }: Asset, cacheControl: string): Reply<200> => ({
  ...sendBody(200, type, identity, { 'Cache-Control': cacheControl, ETag: `"${tag}"` }),
  compression: compressed,
});
