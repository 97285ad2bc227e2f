/**
 * The buffers behind all typed arrays of a plain value, each once. Handed over as transferables, they move to another
 * thread without being copied.
 */
export function ownBuffers(value: object): Set<ArrayBuffer> {
  const buffers = new Set<ArrayBuffer>();
  collect(value, buffers);
  return buffers;
}

function collect(value: unknown, buffers: Set<ArrayBuffer>): void {
  if (typeof value !== 'object' || value === null) return;
  if (ArrayBuffer.isView(value)) buffers.add(value.buffer as ArrayBuffer);
  else for (const member of Object.values(value)) collect(member, buffers);
}

/** What a typed array costs beside its bytes: two objects and an entry of the memory allocator. */
const BUFFER_BYTES = 250;

/** Estimated memory of the typed arrays of a plain value. */
export function bytesIn(value: object): number {
  let bytes = 0;
  for (const buffer of ownBuffers(value)) bytes += buffer.byteLength + BUFFER_BYTES;
  return bytes;
}
