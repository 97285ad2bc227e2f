import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE } from '@svc/domain';
import { ServiceError } from '@svc/kit';
import { imageType, readImageStructure } from '../selfie/read-image-structure.js';
import { isAvif, readAvif } from './read-avif.js';

/** Types of pictures that users may upload. An SVG may contain scripts, and an animation is no still. */
const TYPES = ['jpeg', 'png', 'webp', 'avif'] as const;
type PictureType = (typeof TYPES)[number];

/** The error for a rejected picture: what is wrong, and what to send instead. */
export const invalidPicture = (problem: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', `The picture ${problem}`);

/**
 * Validates the container of an uploaded picture without decoding pixels. Throws INVALID_REQUEST. docs/management.md "Pictures".
 * @param declaredType - the media type of the request.
 */
export function checkPicture(data: Buffer, declaredType: string): void {
  if (data.length > MAX_PICTURE_BYTES) {
    throw invalidPicture(
      `has ${data.length} bytes; at most ${MAX_PICTURE_BYTES} (1 MiB) are accepted. Send a smaller one.`,
    );
  }
  const type = isAvif(data) ? 'avif' : imageType(data);
  if (!isPictureType(type)) throw invalidPicture('must be a JPEG, PNG, WebP or AVIF file; its bytes are none of them.');
  if (`image/${type}` !== declaredType) {
    throw invalidPicture(`is image/${type}; Content-Type must be image/${type} too, and not ${declaredType}.`);
  }
  const image = type === 'avif' ? readAvif(data) : readImageStructure(type, data);
  if (!image) throw invalidPicture('must have a readable header. Send the complete file.');
  const { width, height, frames, complete } = image;
  if (width === 0 || height === 0 || width > MAX_PICTURE_SIDE || height > MAX_PICTURE_SIDE) {
    throw invalidPicture(
      `is ${width} × ${height} pixels; each side must have 1 to ${MAX_PICTURE_SIDE} pixels. Scale it down.`,
    );
  }
  if (frames > 1) throw invalidPicture('must not be animated. Send a still picture.');
  if (!complete || frames === 0) throw invalidPicture('ends early. Send the complete file.');
}

const isPictureType = (type: string | undefined): type is PictureType =>
  (TYPES as readonly (string | undefined)[]).includes(type);
