/** A decoded picture: sRGB, 8 bits per channel, three bytes per pixel, row by row, upright. */
export interface RgbPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A position in a picture in pixels; z increases away from the camera. */
export interface Point {
  x: number;
  y: number;
  z: number;
}

/** A face found by the model. */
export interface FoundFace {
  /** Confidence of the detector, in [0, 1]. */
  score: number;
  /** Bounding box of the face; may extend beyond the picture. */
  box: { x: number; y: number; width: number; height: number };
  /** 468 points of the face in MediaPipe's order, then five of each iris; undefined when the mesh does not fit. */
  landmarks: readonly Point[] | undefined;
}

/** Number of points of a complete face: 468 of the mesh and 2 × 5 of the irises. */
export const LANDMARK_COUNT = 478;
