/** Pixels to each side of the point that count, so that a grain of the picture is no color. */
const REACH = 2;

/** A point of a picture, from 0 to 1 from its left and upper side. */
export interface Point {
  x: number;
  y: number;
}

/** Where the arrow keys move a point to, in steps of 2 %; undefined for other keys. */
export function movePoint({ x, y }: Point, key: string): Point | undefined {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!step) return undefined;
  const move = (from: number, by: number) => Math.min(1, Math.max(0, from + by * 0.02));
  return { x: move(x, step[0] as number), y: move(y, step[1] as number) };
}

/** A picture whose pixels can be read. */
export interface ReadablePicture {
  width: number;
  height: number;
  /** Red, green, blue and opacity of a part, row by row. */
  read(x: number, y: number, width: number, height: number): ArrayLike<number>;
}

/** `#rrggbb`: the mean of what is around a point; undefined where the picture is transparent. */
export function pickColor(picture: ReadablePicture, { x, y }: Point): string | undefined {
  const start = (share: number, size: number) => Math.max(0, Math.min(size - 1, Math.floor(share * size)) - REACH);
  const [left, top] = [start(x, picture.width), start(y, picture.height)];
  const side = 2 * REACH + 1;
  const data = picture.read(left, top, Math.min(side, picture.width - left), Math.min(side, picture.height - top));
  const sums = [0, 0, 0];
  let weight = 0;
  for (let at = 0; at + 3 < data.length; at += 4) {
    const opacity = data[at + 3] as number;
    weight += opacity;
    for (const channel of [0, 1, 2])
      sums[channel] = (sums[channel] as number) + (data[at + channel] as number) * opacity;
  }
  if (weight === 0) return undefined;
  const toHex = (sum: number) =>
    Math.round(sum / weight)
      .toString(16)
      .padStart(2, '0');
  return `#${sums.map(toHex).join('')}`;
}

/** Size of a picture without one of its own, such as a drawing. */
const DEFAULT_SIDE = 512;

/** Loads a picture so that its pixels can be read. Fails if its host does not let other pages read it. */
export async function loadReadable(url: string): Promise<ReadablePicture> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.referrerPolicy = 'no-referrer';
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth || DEFAULT_SIDE;
  canvas.height = image.naturalHeight || DEFAULT_SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no canvas.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { width, height } = canvas;
  return { width, height, read: (...part) => context.getImageData(...part).data };
}
