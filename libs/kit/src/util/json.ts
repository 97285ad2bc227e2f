/**
 * JSON documents that travel as bytes in proto messages. `decode` trusts its caller about the type: the documents are
 * written by our own services.
 */
export const json = {
  encode(value: unknown): Buffer {
    return Buffer.from(JSON.stringify(value), 'utf8');
  },
  decode<T>(bytes: Uint8Array): T {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as T;
  },
};
