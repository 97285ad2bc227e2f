/** Documents up to this size are worked on in turns of some 10 ms. A thread costs a quarter of a second to start. */
const LARGE_BYTES = 128 * 1024;

/** Whether work on documents belongs into a thread of its own. docs/adr/0035-bounded-bodies.md. */
export const isLargeDocument = (...documents: readonly Uint8Array[]): boolean =>
  documents.reduce((bytes, { length }) => bytes + length, 0) > LARGE_BYTES;
