/** A random id of 128 bits. Works without https too, where `crypto.randomUUID` is missing. */
export const createId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
