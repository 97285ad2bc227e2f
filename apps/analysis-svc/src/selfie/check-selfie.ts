import { MAX_SELFIE_BYTES, MAX_SELFIE_PIXELS, MIN_SELFIE_SIDE, SELFIE_TYPES, type SelfieType } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { DecodePool } from './decode-pool.js';
import { imageType, readImageStructure } from './image-structure.js';

export interface Selfie {
  data: Buffer;
  /** The type that the data URL declares. */
  declaredType: string;
}

const invalid = (problem: string): ServiceError => new ServiceError('INVALID_SELFIE', `selfie ${problem}`);
const isSelfieType = (type: string): type is SelfieType => (SELFIE_TYPES as readonly string[]).includes(type);

/**
 * Refuses a selfie that no image model may see: everything that can be told without decoding first, then the decoding,
 * in another process. Returns nothing: pixels are not needed before image analysis exists.
 * Fails with INVALID_SELFIE, or UNAVAILABLE when too many pictures wait. Contract, "POST analyses"; reliability R6.
 */
export async function checkSelfie(selfie: Selfie, pool: DecodePool, signal?: AbortSignal): Promise<void> {
  checkSelfieHeader(selfie);
  switch (await pool.decode(selfie.data, signal)) {
    case 'decoded':
      return;
    case 'undecodable':
      throw invalid('does not decode: its bytes are damaged or end early. Send the complete picture, JPEG preferred.');
    case 'too-slow':
      throw invalid('takes too long to decode. Send a smaller picture, JPEG preferred.');
  }
}

/** The checks that read no pixel, cheapest first. Fails with INVALID_SELFIE. */
export function checkSelfieHeader({ data, declaredType }: Selfie): void {
  if (!isSelfieType(declaredType)) throw invalid(`is declared as ${quote(declaredType)}. Send ${list(SELFIE_TYPES)}.`);
  if (data.length > MAX_SELFIE_BYTES) {
    throw invalid(
      `has ${data.length} bytes; at most ${MAX_SELFIE_BYTES} (2 MiB) are accepted. Send a smaller picture.`,
    );
  }
  const type = imageType(data);
  if (!type) throw invalid(`is declared as ${declaredType} but its bytes are no ${list(SELFIE_TYPES)} picture.`);
  if (type !== declaredType)
    throw invalid(`is declared as ${declaredType} but its bytes are ${type}. Declare ${type}.`);

  const image = readImageStructure(type, data);
  if (!image) throw invalid(`has no readable ${type} header. Send the complete picture.`);
  const { width, height, frames } = image;
  if (width < MIN_SELFIE_SIDE || height < MIN_SELFIE_SIDE) {
    throw invalid(
      `is ${width} × ${height} pixels; at least ${MIN_SELFIE_SIDE} on each side are needed. Send a larger one.`,
    );
  }
  if (width * height * frames > MAX_SELFIE_PIXELS) {
    const size = frames > 1 ? `${width} × ${height} pixels in ${frames} frames` : `${width} × ${height} pixels`;
    throw invalid(
      `is ${size}; at most ${MAX_SELFIE_PIXELS / 1e6} megapixels, all frames counted, are accepted. Scale it down.`,
    );
  }
  if (!image.complete || frames === 0) throw invalid('ends early. Send the complete picture.');
}

const list = (types: readonly string[]): string => `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`;
/** The declared type is the caller's text: shortened before it is shown. */
const quote = (text: string): string => JSON.stringify(text.slice(0, 32));
