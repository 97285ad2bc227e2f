import type { SelfieOutcome } from './selfie-result.js';

/** One picture to handle. */
export interface PictureJob {
  bytes: Uint8Array;
  /** More than one frame: all are decoded, only the first is analyzed. */
  isAnimated: boolean;
  /** False: decode only. */
  analyze: boolean;
  /** Return the picture as WebP. */
  convert?: true;
}

/** A picture as pages show it: WebP, upright, sRGB, without metadata. */
export interface WebPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** The result of handling a picture. */
export type PictureResult =
  | {
      state: 'decoded';
      /** Absent when the picture was only decoded. */
      outcome?: SelfieOutcome;
      /** Present when the picture was converted. */
      picture?: WebPicture;
      /** The model failed on the picture. */
      problem?: string;
    }
  | { state: 'undecodable' }
  /** A JPEG that contains more pixels than its header claims. */
  | { state: 'surplus' }
  /** The time limit was exceeded and the process was killed. */
  | { state: 'too-slow' }
  /** The process ended while it handled the picture. */
  | { state: 'crashed' }
  /** The process had ended before it received the picture; another process may handle it. */
  | { state: 'gone' };

/** The message that a process sends when it is ready. */
export interface WorkerState {
  /** Null: pictures are decoded but not analyzed. */
  modelVersion: string | null;
  /** Why the model or the decoder is unavailable. */
  problem?: string | undefined;
}

/** The message that confirms a received picture. A crash after it may be caused by the picture. */
export const RECEIVED = 'received';

/** The message with the result of a picture. */
export type WorkerResult = Extract<PictureResult, { state: 'decoded' | 'undecodable' | 'surplus' }>;

/** The argument that stands for `withoutModel`. */
export const WITHOUT_MODEL = '--without-model';
