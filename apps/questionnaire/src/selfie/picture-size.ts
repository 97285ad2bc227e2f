import { MAX_SELFIE_BYTES, MIN_SELFIE_SIDE } from '@svc/domain';

export interface Size {
  width: number;
  height: number;
}

/** Longest side that is sent: more than the analysis looks at. */
export const MAX_SIDE = 1_280;
/** Files that are not even opened, bytes: phones write less. */
export const MAX_FILE_BYTES = 40 * 1024 * 1024;
/** JPEG qualities that are tried until the picture is small enough. */
export const QUALITIES = [0.9, 0.8, 0.65, 0.5] as const;
/** Under the server's limit, by a little. docs/contract.md C18. */
export const MAX_PICTURE_BYTES = MAX_SELFIE_BYTES - 16 * 1024;

/** The size that a picture is drawn at: never enlarged, its shape kept, both sides whole pixels. */
export function scaledSize({ width, height }: Size, maxSide = MAX_SIDE): Size {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A picture that the server would refuse for its size, as it would be sent. docs/contract.md C8.6. */
export const isTooSmall = (size: Size): boolean => {
  const { width, height } = scaledSize(size);
  return Math.min(width, height) < MIN_SELFIE_SIDE;
};
