import { MAX_SELFIE_BYTES, MAX_SELFIE_PIXELS, MIN_SELFIE_SIDE, SELFIE_TYPES, type SelfieType } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import type { ImageStructure } from './image-structure.js';
import { imageType, readImageStructure } from './read-image-structure.js';

export interface Selfie {
  data: Buffer;
  /** The type that the data URL declares. */
  declaredType: string;
}

/** The error for a rejected picture: what is wrong, and what to send instead. */
export const invalidSelfie = (problem: string): ServiceError => new ServiceError('INVALID_SELFIE', `selfie ${problem}`);
const isSelfieType = (type: string): type is SelfieType => (SELFIE_TYPES as readonly string[]).includes(type);

/**
 * Validates the container of a picture without decoding pixels, cheapest checks first, so that no image library or model
 * receives an invalid file. Throws INVALID_SELFIE. docs/contract.md C8.6; docs/reliability.md R6.1.
 * @returns the structure of the picture, including its number of frames.
 */
export function checkSelfieHeader({ data, declaredType }: Selfie): ImageStructure {
  if (!isSelfieType(declaredType))
    throw invalidSelfie(`is declared as ${quote(declaredType)}. Send ${formatList(SELFIE_TYPES)}.`);
  if (data.length > MAX_SELFIE_BYTES) {
    throw invalidSelfie(
      `has ${data.length} bytes; at most ${MAX_SELFIE_BYTES} (2 MiB) are accepted. Send a smaller picture.`,
    );
  }
  const type = imageType(data);
  if (!type)
    throw invalidSelfie(`is declared as ${declaredType} but its bytes are no ${formatList(SELFIE_TYPES)} picture.`);
  if (type !== declaredType)
    throw invalidSelfie(`is declared as ${declaredType} but its bytes are ${type}. Declare ${type}.`);

  const image = readImageStructure(type, data);
  if (!image) throw invalidSelfie(`has no readable ${type} header. Send the complete picture.`);
  const { width, height, frames } = image;
  if (width < MIN_SELFIE_SIDE || height < MIN_SELFIE_SIDE) {
    throw invalidSelfie(
      `is ${width} × ${height} pixels; at least ${MIN_SELFIE_SIDE} on each side are needed. Send a larger one.`,
    );
  }
  if (width * height * frames > MAX_SELFIE_PIXELS) {
    const size = frames > 1 ? `${width} × ${height} pixels in ${frames} frames` : `${width} × ${height} pixels`;
    throw invalidSelfie(
      `is ${size}; at most ${MAX_SELFIE_PIXELS / 1e6} megapixels, all frames counted, are accepted. Scale it down.`,
    );
  }
  if (!image.complete || frames === 0) throw invalidSelfie('ends early. Send the complete picture.');
  return image;
}

const formatList = (types: readonly string[]): string => `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`;
/** The declared type is caller input: it is shortened before it is quoted. */
const quote = (text: string): string => JSON.stringify(text.slice(0, 32));
