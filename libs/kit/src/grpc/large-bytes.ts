import type { MethodDefinition } from './service.js';

const EMPTY = Buffer.alloc(0);

type MethodResponse<M> = M extends { responseDeserialize: (bytes: Buffer) => infer Res } ? Res : never;
/** The names of a message's bytes fields. */
type BytesField<Res> = { [K in keyof Res]: Res[K] extends Buffer ? K : never }[keyof Res] & string;

/**
 * A method whose responses are mainly one large field of bytes, such as a finished body: it is copied once on its way out. The
 * generated code moves it four times, through buffers that grow, which for 46 kB takes 37 µs instead of 6. Within a process it is not
 * copied: neither the service nor its caller may change the bytes of a response.
 * @param number - of the field, below 16
 */
// biome-ignore lint/suspicious/noExplicitAny: methods of every message type, as in ServiceDefinition.
export function largeBytes<M extends MethodDefinition<any, any>>(
  method: M,
  field: BytesField<MethodResponse<M>>,
  number: number,
): M {
  return {
    ...method,
    largeField: field,
    responseSerialize(response: Record<string, Buffer>) {
      const bytes = response[field] ?? EMPTY;
      const others = method.responseSerialize({ ...response, [field]: EMPTY });
      // Protobuf leaves the order of fields free.
      return bytes.length === 0 ? others : Buffer.concat([others, lengthPrefix(number, bytes.length), bytes]);
    },
  };
}

/** What stands before the bytes of a field: its tag and its length, at most 6 bytes. */
function lengthPrefix(fieldNumber: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes[0] = (fieldNumber << 3) | 2;
  let at = 1;
  for (let remaining = length; ; remaining >>>= 7) {
    bytes[at++] = remaining > 0x7f ? (remaining & 0x7f) | 0x80 : remaining;
    if (remaining <= 0x7f) return bytes.subarray(0, at);
  }
}
