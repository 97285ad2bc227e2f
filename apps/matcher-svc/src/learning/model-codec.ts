import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type LearnedModel, listRows } from './learned-model.js';

/** A stored model. */
export interface EncodedModel {
  /** Gzip of: 4 bytes length of the head, head (JSON, UTF-8), `pop` (float64), `lambda` (int32); all little-endian. */
  data: Buffer;
  /** SHA-256 of `data`. */
  checksum: Buffer;
}

/** A stored model is damaged and must not be used. */
export class CorruptModelError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`The stored model is damaged: ${what}.`, options);
    this.name = 'CorruptModelError';
  }
}

const FORMAT = 1;
/** Maximum unpacked size, more than any model has: protects against a damaged row. */
const MAX_BYTES = 64 * 1024 * 1024;
const zip = promisify(gzip);
const unzip = promisify(gunzip);

/**
 * Encodes a model. Equal models give equal bytes. Numbers are binary instead of JSON: they are most of a model, and reading
 * them takes no time on the matching thread, while parsing JSON of 2,000 variants and 60 options would block it.
 */
export async function encodeModel(model: LearnedModel): Promise<EncodedModel> {
  const { pop, lambda, ...head } = model;
  const text = Buffer.from(JSON.stringify({ format: FORMAT, ...head }), 'utf8');
  const bytes = Buffer.alloc(4 + text.length + pop.length * 8 + lambda.length * 4);
  let at = bytes.writeUInt32LE(text.length, 0);
  at += text.copy(bytes, at);
  for (const value of pop) at = bytes.writeDoubleLE(value, at);
  for (const value of lambda) at = bytes.writeInt32LE(value, at);
  const data = await zip(bytes, { level: 6 });
  return { data, checksum: sha256(data) };
}

/** @throws CorruptModelError */
export async function decodeModel({ data, checksum }: EncodedModel): Promise<LearnedModel> {
  if (!sha256(data).equals(checksum)) throw new CorruptModelError('its checksum differs');
  try {
    return unpack(await unzip(data, { maxOutputLength: MAX_BYTES }));
  } catch (cause) {
    if (cause instanceof CorruptModelError) throw cause;
    throw new CorruptModelError('it cannot be unpacked', { cause });
  }
}

function unpack(bytes: Buffer): LearnedModel {
  const headEnd = 4 + bytes.readUInt32LE(0);
  const { format, ...head } = JSON.parse(bytes.toString('utf8', 4, headEnd)) as Omit<LearnedModel, 'pop' | 'lambda'> & {
    format: number;
  };
  if (format !== FORMAT) throw new CorruptModelError(`it has format ${format}`);
  const columns = head.variants.length;
  const rows = listRows(head).length;
  const popEnd = headEnd + columns * 8;
  if (bytes.length !== popEnd + rows * columns * 4) throw new CorruptModelError('its length differs');
  // Copied as a whole on little-endian machines, which are nearly all: a loop would take longer.
  if (IS_LITTLE_ENDIAN) {
    const pop = new Float64Array(copyBytes(bytes.subarray(headEnd, popEnd)));
    return { ...head, pop, lambda: new Int32Array(copyBytes(bytes.subarray(popEnd))) };
  }
  return {
    ...head,
    pop: Float64Array.from({ length: columns }, (_, at) => bytes.readDoubleLE(headEnd + at * 8)),
    lambda: Int32Array.from({ length: rows * columns }, (_, at) => bytes.readInt32LE(popEnd + at * 4)),
  };
}

const IS_LITTLE_ENDIAN = endianness() === 'LE';

const copyBytes = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
