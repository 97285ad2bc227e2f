/** Side of the picture in pixels, and how often it is drawn: a stream has pictures only while its canvas is drawn on. */
const SIDE = 480;
const FRAME_MS = 250;

/** Parts of a face where the page shows its oval: color, center, radii. */
const FACE: readonly (readonly [color: string, x: number, y: number, width: number, height: number])[] = [
  ['#5b4636', 240, 215, 150, 180],
  ['#d9b08c', 240, 490, 200, 130],
  ['#e3bd9b', 240, 240, 118, 160],
  ['#5b4636', 240, 95, 120, 45],
  ['#3b2f2a', 195, 225, 13, 9],
  ['#3b2f2a', 285, 225, 13, 9],
  ['#c99a78', 240, 270, 12, 20],
  ['#b5605a', 240, 325, 36, 11],
];

/** A camera for a page that may use none: a drawn face. It ends with its tracks, as a camera does. */
export function openSampleCamera(): MediaStream {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  const picture = canvas.getContext('2d');
  const draw = (): void => {
    if (!picture) return;
    picture.fillStyle = '#c9d3d8';
    picture.fillRect(0, 0, SIDE, SIDE);
    for (const [color, x, y, width, height] of FACE) {
      picture.fillStyle = color;
      picture.beginPath();
      picture.ellipse(x, y, width, height, 0, 0, 2 * Math.PI);
      picture.fill();
    }
  };
  draw();
  const stream = canvas.captureStream();
  const timer = setInterval(() => {
    if (stream.active) draw();
    else clearInterval(timer);
  }, FRAME_MS);
  return stream;
}
