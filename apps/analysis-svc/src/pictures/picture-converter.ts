import { type Logger, ServiceError } from '@svc/kit';
import type { WebPicture } from '../selfie/picture-messages.js';
import { createSelfiePool, SELFIE_POOL_DEFAULTS, type SelfiePoolOptions } from '../selfie/selfie-pool.js';
import { checkPicture, invalidPicture } from './check-picture.js';

export interface PictureConverter {
  /**
   * Validates an uploaded picture and encodes it again, so that nothing of the file but its pixels remains. Throws INVALID_REQUEST, or
   * UNAVAILABLE when too many pictures are queued.
   */
  convert(given: { data: Buffer; declaredType: string }, signal?: AbortSignal): Promise<WebPicture>;
  /** Stops the process. Call it after the last request. */
  stop(): void;
}

/** One process of its own, without the face model: uploads never take a place from selfies. */
const POOL: SelfiePoolOptions = { ...SELFIE_POOL_DEFAULTS, size: 1, endWhenIdleMs: 60_000, withoutModel: true };

/** Converts pictures that users upload in a child process, which starts with the first one. docs/adr/0090-uploaded-pictures.md. */
export function createPictureConverter({
  log,
  ...options
}: { log: Logger } & Partial<SelfiePoolOptions>): PictureConverter {
  const pool = createSelfiePool({ ...POOL, ...options }, ({ problem }) => {
    if (problem !== undefined) log.warn({ problem }, 'uploaded pictures cannot be converted');
  });
  return {
    async convert({ data, declaredType }, signal) {
      checkPicture(data, declaredType);
      const result = await pool.handle({ bytes: data, isAnimated: false, analyze: false, convert: true }, signal);
      if (result.state === 'decoded' && result.picture) return result.picture;
      if (result.state === 'undecodable') {
        throw invalidPicture('does not decode: its bytes are damaged or end early. Send the complete file.');
      }
      if (result.state === 'surplus') {
        throw invalidPicture('has more pixel data than its header claims. Save it again with an image program.');
      }
      if (result.state === 'too-slow') {
        throw invalidPicture('takes too long to decode. Save it again with an image program, as a smaller one.');
      }
      throw new ServiceError('UNAVAILABLE', 'The picture could not be decoded at the moment. Retry the request later.');
    },
    stop: pool.stop,
  };
}
