import { createHash } from 'node:crypto';

/** SHA-256, 32 bytes; text is taken as UTF-8. */
export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
