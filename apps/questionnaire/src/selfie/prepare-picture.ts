import { isTooSmall, MAX_FILE_BYTES, MAX_PICTURE_BYTES, QUALITIES, type Size, scaledSize } from './picture-size.js';

export type PictureProblem = 'unreadable' | 'too-small' | 'too-big';
export type PreparedPicture = { dataUrl: string } | { problem: PictureProblem };

type Drawable = CanvasImageSource & { close?(): void };

/** A file of the visitor as it is sent: decoded upright, scaled down, JPEG. What else stands in the file (place, time) stays here. */
export async function prepareFile(file: Blob): Promise<PreparedPicture> {
  if (file.size > MAX_FILE_BYTES) return { problem: 'too-big' };
  const image = await decode(file);
  if (!image) return { problem: 'unreadable' };
  try {
    return await preparePicture(image.source, image);
  } finally {
    image.source.close?.();
  }
}

/** What a camera shows at this moment, as it is sent. */
export const prepareFrame = (video: HTMLVideoElement): Promise<PreparedPicture> =>
  preparePicture(video, { width: video.videoWidth, height: video.videoHeight });

async function preparePicture(source: Drawable, size: Size): Promise<PreparedPicture> {
  if (isTooSmall(size)) return { problem: 'too-small' };
  const { width, height } = scaledSize(size);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return { problem: 'unreadable' };
  // Transparent parts of a PNG would turn black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(source, 0, 0, width, height);
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob && blob.size <= MAX_PICTURE_BYTES) return { dataUrl: await toDataUrl(blob) };
  }
  return { problem: 'too-big' };
}

async function decode(file: Blob): Promise<(Size & { source: Drawable }) | undefined> {
  try {
    const source = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { source, width: source.width, height: source.height };
  } catch {
    return undefined;
  }
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
}
