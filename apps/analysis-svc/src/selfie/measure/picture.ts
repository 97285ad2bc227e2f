/** A decoded picture: sRGB, 8 bit, three bytes a pixel, row by row, upright. */
export interface RgbPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A position in a picture, in its pixels; z grows away from the camera, in pixels too. */
export interface Point {
  x: number;
  y: number;
  z: number;
}

/** A face as a model finds it. */
export interface FoundFace {
  /** How sure the detector is, in [0, 1]. */
  score: number;
  /** Around the whole face; may reach over the picture's edge. */
  box: { x: number; y: number; width: number; height: number };
  /** 468 points of the face in MediaPipe's order, then five of each iris; undefined: no mesh fits what was found. */
  landmarks: readonly Point[] | undefined;
}

/** Points in a complete face: 468 of the mesh and 2 × 5 of the irises. */
export const LANDMARK_COUNT = 478;
