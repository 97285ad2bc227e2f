import { CallReply, CallStreamServiceService, ExchangeRequest, ExchangeResponse, StartCall } from '@svc/proto';

/** Tags of length-delimited fields in call_stream_service.proto. */
const FRAMES = (1 << 3) | 2; // `calls` and `replies`
const CALL_PAYLOAD = (3 << 3) | 2;
const REPLY_PAYLOAD = (2 << 3) | 2;
const EMPTY = Buffer.alloc(0);

/**
 * `Exchange` with payloads written by hand: the generated code moves each payload four times on its way out, which for answers
 * of 40 kB costs more than all the rest of a call. Here it is copied once.
 */
export const exchangeMethod = {
  ...CallStreamServiceService.exchange,
  requestSerialize({ calls, ...rest }: ExchangeRequest): Buffer {
    const parts: Uint8Array[] = [ExchangeRequest.encode({ ...rest, calls: [] }).finish()];
    for (const call of calls) {
      addFrame(parts, StartCall.encode({ ...call, payload: EMPTY }).finish(), CALL_PAYLOAD, call.payload);
    }
    return Buffer.concat(parts);
  },
  responseSerialize({ replies, ...rest }: ExchangeResponse): Buffer {
    const parts: Uint8Array[] = [ExchangeResponse.encode({ ...rest, replies: [] }).finish()];
    for (const reply of replies) {
      addFrame(parts, CallReply.encode({ ...reply, payload: EMPTY }).finish(), REPLY_PAYLOAD, reply.payload);
    }
    return Buffer.concat(parts);
  },
};

/** One frame: its other fields, then its payload. Protobuf leaves the order of fields free. */
function addFrame(parts: Uint8Array[], fields: Uint8Array, payloadTag: number, payload: Buffer): void {
  if (payload.length === 0) {
    parts.push(prefix(FRAMES, fields.length), fields);
    return;
  }
  const payloadPrefix = prefix(payloadTag, payload.length);
  const length = fields.length + payloadPrefix.length + payload.length;
  parts.push(prefix(FRAMES, length), fields, payloadPrefix, payload);
}

/** Tag and length of a field: at most 6 bytes, for up to 2^35 bytes. */
function prefix(tag: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(6);
  bytes[0] = tag;
  let at = 1;
  for (let rest = length; ; rest >>>= 7) {
    bytes[at++] = rest > 0x7f ? (rest & 0x7f) | 0x80 : rest;
    if (rest <= 0x7f) return bytes.subarray(0, at);
  }
}
