import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content codings of responses, the smallest first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** When a body is compressed: as it is sent, or into these forms, in advance or by a function that keeps what it made. */
export type Compression = 'onTheFly' | Partial<Record<Encoding, Buffer | (() => Promise<Buffer>)>>;

/** An eighth of the size of JSON in a millisecond or two, off the main thread. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const COMPRESS = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 5 }),
} satisfies Record<Encoding, (body: Buffer) => Promise<Buffer>>;
/** Shorter bodies fit into one packet uncompressed. */
const MIN_BYTES = 1_024;

/**
 * The smallest form of a body that the caller accepts. The size of a compressed body can reveal what is in it, so the body must not hold
 * secrets next to text that the caller chose.
 * @returns without `encoding`: the body itself.
 */
export async function compressBody(
  body: Buffer,
  compression: Compression,
  accepted: readonly Encoding[],
): Promise<{ body: Buffer; encoding?: Encoding }> {
  if (compression === 'onTheFly') {
    const [encoding] = accepted;
    if (!encoding || body.length < MIN_BYTES) return { body };
    return { body: await COMPRESS[encoding](body), encoding };
  }
  for (const encoding of accepted) {
    const form = compression[encoding];
    const compressed = typeof form === 'function' ? await form() : form;
    if (compressed && compressed.length < body.length) return { body: compressed, encoding };
  }
  return { body };
}
