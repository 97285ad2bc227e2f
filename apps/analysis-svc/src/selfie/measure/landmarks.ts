import type { Point } from './picture.js';

/** Indices of the MediaPipe face mesh. "Right" is the person's right: the left of an unmirrored picture. */
const INDEX = {
  top: 10,
  chin: 152,
  rightSide: 234,
  leftSide: 454,
  rightEye: { outer: 33, inner: 133, upper: 159, lower: 145 },
  leftEye: { outer: 263, inner: 362, upper: 386, lower: 374 },
  /** docs/color-method.md A5: below the eyes, next to the nose, above the mouth. */
  rightCheek: [117, 118, 101, 36, 205, 187, 123],
  leftCheek: [346, 347, 330, 266, 425, 411, 352],
  /** Each iris: its center and four points on its edge. The order of the eyes differs between packages. */
  irises: [468, 473],
} as const;

const IRIS_EDGE_POINTS = 4;

/** One eye: its corners and lids, and the iris if the model found one. */
export interface Eye {
  outer: Point;
  inner: Point;
  upper: Point;
  lower: Point;
  iris: { x: number; y: number; radius: number } | undefined;
}

/** The points that the measurement uses, by name. */
export interface FaceShape {
  /** Upper end of the forehead, below the hairline. */
  top: Point;
  chin: Point;
  rightSide: Point;
  leftSide: Point;
  rightEye: Eye;
  leftEye: Eye;
  rightCheek: Point[];
  leftCheek: Point[];
  /** Bounding box of the whole mesh. */
  box: { x: number; y: number; width: number; height: number };
}

/** Names the landmarks of a face. */
export function faceShape(landmarks: readonly Point[]): FaceShape {
  const at = (index: number): Point => landmarks[index] ?? { x: 0, y: 0, z: 0 };
  const irises = INDEX.irises.map((center) => readIris(landmarks, center));
  const eye = ({ outer, inner, upper, lower }: Record<'outer' | 'inner' | 'upper' | 'lower', number>): Eye => {
    const corners = { outer: at(outer), inner: at(inner), upper: at(upper), lower: at(lower) };
    const middle = { x: (corners.outer.x + corners.inner.x) / 2, y: (corners.outer.y + corners.inner.y) / 2 };
    const width = Math.hypot(corners.outer.x - corners.inner.x, corners.outer.y - corners.inner.y);
    // Irises are matched by position, because packages differ in their order. An iris outside of its eye is discarded.
    const iris = irises.find((one) => one && Math.hypot(one.x - middle.x, one.y - middle.y) < width / 2);
    return { ...corners, iris };
  };
  return {
    top: at(INDEX.top),
    chin: at(INDEX.chin),
    rightSide: at(INDEX.rightSide),
    leftSide: at(INDEX.leftSide),
    rightEye: eye(INDEX.rightEye),
    leftEye: eye(INDEX.leftEye),
    rightCheek: INDEX.rightCheek.map(at),
    leftCheek: INDEX.leftCheek.map(at),
    box: boxAround(landmarks),
  };
}

function readIris(landmarks: readonly Point[], index: number): Eye['iris'] {
  const center = landmarks[index];
  const edge = landmarks.slice(index + 1, index + 1 + IRIS_EDGE_POINTS);
  if (!center || edge.length < IRIS_EDGE_POINTS) return undefined;
  const distances = edge.map(({ x, y }) => Math.hypot(x - center.x, y - center.y));
  return { x: center.x, y: center.y, radius: distances.reduce((sum, one) => sum + one, 0) / distances.length };
}

function boxAround(points: readonly Point[]): FaceShape['box'] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Distance between the centers of the eyes, in pixels. */
export function eyeDistance({ rightEye, leftEye }: FaceShape): number {
  const right = middle(rightEye.outer, rightEye.inner);
  const left = middle(leftEye.outer, leftEye.inner);
  return Math.hypot(left.x - right.x, left.y - right.y);
}

/** Yaw, pitch and roll of the head in degrees; 0 looks straight into the camera. */
export function pose({ top, chin, rightSide, leftSide, rightEye, leftEye }: FaceShape): {
  yaw: number;
  pitch: number;
  roll: number;
} {
  return {
    yaw: angle(leftSide.z - rightSide.z, Math.hypot(leftSide.x - rightSide.x, leftSide.y - rightSide.y)),
    pitch: angle(chin.z - top.z, Math.hypot(chin.x - top.x, chin.y - top.y)),
    roll: angle(leftEye.outer.y - rightEye.outer.y, leftEye.outer.x - rightEye.outer.x),
  };
}

const middle = (first: Point, second: Point): { x: number; y: number } => ({
  x: (first.x + second.x) / 2,
  y: (first.y + second.y) / 2,
});
const angle = (opposite: number, adjacent: number): number => (Math.atan2(opposite, adjacent) * 180) / Math.PI;
