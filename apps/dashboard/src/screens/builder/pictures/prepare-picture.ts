/** Longer side of what is sent, pixels; the service stores no more. docs/management.md "Pictures". */
const MAX_SIDE = 1_280;
const QUALITY = 0.82;

/** The width and height of a picture on whose longer side at most `max` pixels remain. */
export function fitInside(width: number, height: number, max: number): { width: number; height: number } {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The picture of a file, upright, scaled down and without metadata, in a format that the service accepts: WebP, or JPEG in browsers that
 * write no WebP.
 * @returns undefined when the browser cannot read the file as a picture.
 */
export async function preparePicture(file: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return undefined;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitInside(bitmap.width, bitmap.height, MAX_SIDE));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const picture = await toBlob(canvas, 'image/webp');
  return picture?.type === 'image/webp' ? picture : ((await toBlob(canvas, 'image/jpeg')) ?? undefined);
}

const toBlob = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
