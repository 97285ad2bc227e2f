import type { Lab, LinearRgb } from '../selfie/measure/color-space.js';
import { type FoundFace, LANDMARK_COUNT, type Point, type RgbPicture } from '../selfie/measure/picture.js';
import { SKIN_REFERENCES } from '../selfie/measure/reference-colors.js';

/** A painted head: its appearance, the light and the faults of the picture. */
export interface SyntheticFace {
  skin: Lab;
  /** Null: a bald head. */
  hair: Lab | null;
  eyes: Lab;
  background: Lab;
  /** Exposure in stops: +1 doubles the light. */
  exposureEv: number;
  /** Color of the light: a factor per channel. */
  gains: LinearRgb;
  /** Difference of the light between the sides of the face: 0.2 is 20 % more on one and 20 % less on the other. */
  sideLight: number;
  /** Standard deviation of the skin's texture as a share of its light; 0: flat. */
  texture: number;
  /** Tilt of the head, degrees. */
  roll: number;
  /** Yaw and pitch of the head in degrees; affects only its landmarks, not the painting. */
  yaw: number;
  pitch: number;
  /** Distance between the eyes, pixels. */
  eyeDistance: number;
  width: number;
  height: number;
  score: number;
  seed: number;
}

const DEFAULTS: SyntheticFace = {
  skin: SKIN_REFERENCES.MEDIUM,
  hair: [27, 7, 12],
  eyes: [33, 10, 18],
  background: [72, 0, 0],
  exposureEv: 0,
  gains: [1, 1, 1],
  sideLight: 0,
  texture: 0.04,
  roll: 0,
  yaw: 0,
  pitch: 0,
  eyeDistance: 110,
  width: 640,
  height: 480,
  score: 0.9,
  seed: 1,
};

/**
 * Landmarks of a face that looks straight ahead, person's right side only; the left side is mirrored. The unit is the distance
 * between the eyes, the origin is the center between them. Proportions of an average adult face.
 */
const RIGHT_HALF: Record<number, readonly [x: number, y: number, z: number]> = {
  33: [-0.7, 0, 0.15],
  133: [-0.3, 0, 0.05],
  159: [-0.5, -0.09, 0],
  145: [-0.5, 0.085, 0],
  234: [-1.08, 0.27, 1.1],
  117: [-0.743, 0.27, 0.19],
  118: [-0.635, 0.307, 0.08],
  101: [-0.557, 0.426, 0],
  36: [-0.483, 0.547, -0.02],
  205: [-0.622, 0.672, 0],
  187: [-0.804, 0.77, 0.2],
  123: [-0.959, 0.517, 0.37],
};
const MIRRORED: Record<number, number> = {
  33: 263,
  133: 362,
  159: 386,
  145: 374,
  234: 454,
  117: 346,
  118: 347,
  101: 330,
  36: 266,
  205: 425,
  187: 411,
  123: 352,
};
const MIDDLE: Record<number, readonly [x: number, y: number, z: number]> = {
  10: [0, -0.885, -0.1],
  152: [0, 1.7, -0.1],
};
/** Center and radius of each iris; the points of the left eye come first, as in the model. */
const IRIS = { x: 0.5, y: 0, radius: 0.093 };
const FACE = { y: 0.41, rx: 1.12, ry: 1.32 };
const HEAD = { y: -0.1, rx: 1.38, ry: 1.78 };
const WHITE_OF_EYES: Lab = [78, 2, 3];
const LIPS: Lab = [45, 28, 14];
const PUPIL: Lab = [6, 0, 0];
/** Of a head without hair. */
const EYEBROWS: Lab = [30, 8, 10];

/** Paints a picture of a head, and returns it with the detection of a perfect model. Deterministic. */
export function paintFace(given: Partial<SyntheticFace> = {}): { picture: RgbPicture; faces: FoundFace[] } {
  const face = { ...DEFAULTS, ...given };
  return { picture: Object.keys(given).length === 0 ? copyUsual() : paint(face), faces: [foundFace(face)] };
}

/** The face without changes, which a fifth of the tests ask for. */
let usual: RgbPicture | undefined;
function copyUsual(): RgbPicture {
  usual ??= paint(DEFAULTS);
  return { ...usual, data: usual.data.slice() };
}

function foundFace(face: SyntheticFace): FoundFace {
  const at = placement(face);
  const landmarks: Point[] = Array.from({ length: LANDMARK_COUNT }, () => at.toPicture([0, 0.4, 0]));
  const put = (index: number, point: readonly [number, number, number]) => {
    landmarks[index] = at.toPicture(point);
  };
  for (const [index, point] of Object.entries(MIDDLE)) put(Number(index), point);
  for (const [index, [x, y, z]] of Object.entries(RIGHT_HALF)) {
    put(Number(index), [x, y, z]);
    put(MIRRORED[Number(index)] as number, [-x, y, z]);
  }
  for (const [first, x] of [
    [468, IRIS.x],
    [473, -IRIS.x],
  ] as const) {
    const { radius } = IRIS;
    const around = [
      [0, 0],
      [radius, 0],
      [0, -radius],
      [-radius, 0],
      [0, radius],
    ] as const;
    around.forEach(([dx, dy], index) => {
      put(first + index, [x + dx, IRIS.y + dy, 0]);
    });
  }
  const { x, y } = at.toPicture([0, FACE.y, 0]);
  const side = 3 * face.eyeDistance;
  return { score: face.score, box: { x: x - side / 2, y: y - side / 2, width: side, height: side }, landmarks };
}

/** Conversion between positions in the face and in the picture. */
function placement({ width, height, eyeDistance, roll, yaw, pitch }: SyntheticFace) {
  const [sin, cos] = [Math.sin(radians(roll)), Math.cos(radians(roll))];
  const [centerX, centerY] = [width / 2, height * 0.5 - FACE.y * 0.3 * eyeDistance];
  return {
    toPicture([x, y, z]: readonly [number, number, number]): Point {
      // Rotated by yaw, pitch and roll, in this order.
      const [tx, tz] = [
        x * Math.cos(radians(yaw)) - z * Math.sin(radians(yaw)),
        x * Math.sin(radians(yaw)) + z * Math.cos(radians(yaw)),
      ];
      const [ny, nz] = [
        y * Math.cos(radians(pitch)) - tz * Math.sin(radians(pitch)),
        y * Math.sin(radians(pitch)) + tz * Math.cos(radians(pitch)),
      ];
      return {
        x: centerX + (tx * cos - ny * sin) * eyeDistance,
        y: centerY + (tx * sin + ny * cos) * eyeDistance,
        z: nz * eyeDistance,
      };
    },
    toFace(px: number, py: number): [x: number, y: number] {
      const [dx, dy] = [(px - centerX) / eyeDistance, (py - centerY) / eyeDistance];
      return [dx * cos + dy * sin, dy * cos - dx * sin];
    },
  };
}

/** What a camera sees of a place on the head. */
interface Look {
  /** Under white light. */
  color: LinearRgb;
  /** A factor of all channels of the color. */
  shade: number;
  /** Gloss, which has the color of the light. */
  shine: number;
  /** It has the texture of skin. */
  hasGrain: boolean;
}

function paint(face: SyntheticFace): RgbPicture {
  const { width, height, gains, sideLight, texture } = face;
  const at = placement(face);
  const random = gaussian(face.seed);
  const exposure = 2 ** face.exposureEv;
  const colors = mixColors(face);
  const data = new Uint8Array(width * height * 3);
  // One for all pixels: there are hundreds of thousands.
  const seen: Look = { color: colors.skin, shade: 1, shine: 0, hasGrain: false };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = at.toFace(x + 0.5, y + 0.5);
      look(colors, u, v, seen);
      const light = exposure * (1 + sideLight * Math.max(-1, Math.min(1, u / 0.75)));
      const surface = 1 + random() * (seen.hasGrain ? texture : 0.01);
      for (let channel = 0; channel < 3; channel++) {
        const reflected = (seen.color[channel] as number) * seen.shade * surface + seen.shine;
        const sensed = reflected * light * (gains[channel] as number) + random() * 0.0015;
        data[(y * width + x) * 3 + channel] = toByte(sensed);
      }
    }
  }
  return { data, width, height };
}

type Colors = ReturnType<typeof mixColors>;

const mixColors = ({ skin, hair, eyes, background }: SyntheticFace) => ({
  skin: linear(skin),
  hair: hair && linear(hair),
  eyes: linear(eyes),
  edgeOfEyes: linear(darker(eyes)),
  background: linear(background),
  whiteOfEyes: linear(WHITE_OF_EYES),
  pupil: linear(PUPIL),
  lips: linear(LIPS),
  eyebrows: linear(hair ?? EYEBROWS),
});

/** Writes what is seen at a position of the head. */
function look(colors: Colors, u: number, v: number, seen: Look): void {
  seen.shade = 1;
  seen.shine = 0;
  seen.hasGrain = false;
  const inFace = (u / FACE.rx) ** 2 + ((v - FACE.y) / FACE.ry) ** 2;
  if (inFace > 1) {
    const inHead = (u / HEAD.rx) ** 2 + ((v - HEAD.y) / HEAD.ry) ** 2;
    if (inHead > 1 || v > 0.9) {
      seen.color = colors.background;
      return;
    }
    seen.hasGrain = true;
    seen.color = colors.hair ?? colors.skin;
    // Strands: alternating light and dark.
    if (colors.hair) seen.shade = 1 + 0.25 * Math.sin(u * 90);
    return;
  }
  const side = Math.abs(u);
  const eye = ((side - 0.5) / 0.2) ** 2 + (v / 0.09) ** 2;
  if (eye <= 1) {
    const fromIris = Math.hypot(side - IRIS.x, v - IRIS.y) / IRIS.radius;
    if (fromIris < 0.4) {
      seen.color = colors.pupil;
      if (Math.hypot(u + 0.48, v + 0.02) < 0.015) seen.shine = 0.6;
    } else if (fromIris < 1) seen.color = fromIris > 0.92 ? colors.edgeOfEyes : colors.eyes;
    else seen.color = colors.whiteOfEyes;
    return;
  }
  seen.hasGrain = true;
  if (eye < 1.35 || (Math.abs(side - 0.5) < 0.25 && Math.abs(v + 0.28) < 0.045)) seen.color = colors.eyebrows;
  else if ((u / 0.38) ** 2 + ((v - 1.05) / 0.11) ** 2 < 1) seen.color = colors.lips;
  else {
    // The cheeks show the skin color unchanged; forehead and nose are glossy; the edge of the face is darker.
    seen.color = colors.skin;
    seen.shade = 1.06 - 0.12 * inFace;
    seen.shine =
      0.18 * Math.exp(-((u / 0.12) ** 2) - ((v - 0.45) / 0.3) ** 2) +
      0.12 * Math.exp(-((u / 0.5) ** 2) - ((v + 0.5) / 0.2) ** 2);
  }
}

const darker = ([lightness, a, b]: Lab): Lab => [lightness * 0.6, a, b];

/** CIELAB (D65, 2°) to linear sRGB. Colors outside of sRGB keep negative or large channels until they are clipped. */
export function linear(lab: Lab): LinearRgb {
  const [l, a, b] = lab;
  const fy = (l + 16) / 116;
  const cube = (f: number) => (f > 6 / 29 ? f ** 3 : (116 * f - 16) / (24_389 / 27));
  const [x, y, z] = [cube(fy + a / 500) * 0.95047, cube(fy), cube(fy - b / 200) * 1.08883];
  return [
    3.2406 * x - 1.5372 * y - 0.4986 * z,
    -0.9689 * x + 1.8758 * y + 0.0415 * z,
    0.0557 * x - 0.204 * y + 1.057 * z,
  ];
}

/** The sRGB byte of an amount of light, clipped like a camera sensor. */
export function toByte(light: number): number {
  if (!(light > 0)) return 0;
  if (light >= 1) return 255;
  const slice = Math.floor(light * SLICES);
  const low = BYTES[slice] as number;
  return low === BYTES[slice + 1] ? low : encode(light);
}

/** Bytes where slices of the light begin. One in which the byte does not change needs no power, the most expensive part of a picture. */
const SLICES = 2 ** 15;
const BYTES = Uint8Array.from({ length: SLICES + 1 }, (_, slice) => encode(slice / SLICES));

function encode(clipped: number): number {
  const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
}

/** Normal deviates, deterministic for a seed (mulberry32, sum of four). */
function gaussian(seed: number): () => number {
  let state = seed | 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3);
}

const radians = (angle: number): number => (angle * Math.PI) / 180;
