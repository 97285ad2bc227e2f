import { ServiceError } from '@svc/kit';
import type { Parameter } from '../../../route/parameter.js';

export const PICTURE_HASH = '9f2b8c0c7f3d4e5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c';

/** SHA-256 in hexadecimal, as bytes; another text is one that no picture has. */
export function parsePictureHash(text: string): Buffer {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new ServiceError('NOT_FOUND', 'No such picture.');
  return Buffer.from(text, 'hex');
}

export const pictureHash: Parameter<Buffer> = {
  description: 'Hash of the picture, in hexadecimal.',
  example: PICTURE_HASH,
  read: ([value = '']) => parsePictureHash(value),
};
