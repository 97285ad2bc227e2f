/** The structure of a picture's container, read without decoding pixels. */
export interface ImageStructure {
  /** Canvas, pixels. */
  width: number;
  height: number;
  /** Number of pictures in the file; 1 for a still. */
  frames: number;
  /** False when the file ends before its container does. True says nothing about the pixels, which are decoded later. */
  complete: boolean;
}
