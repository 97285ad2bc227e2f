import { CallReply, CallStreamServiceService, ExchangeRequest, ExchangeResponse, StartCall } from '@svc/proto';
import { lengthPrefix } from '../large-bytes.js';

/** Numbers of fields in call_stream_service.proto. */
const FRAMES = 1; // `calls` and `replies`
const CALL_PAYLOAD = 3;
const REPLY_PAYLOAD = 2;
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
function addFrame(parts: Uint8Array[], fields: Uint8Array, payloadField: number, payload: Buffer): void {
  if (payload.length === 0) {
    parts.push(lengthPrefix(FRAMES, fields.length), fields);
    return;
  }
  const payloadPrefix = lengthPrefix(payloadField, payload.length);
  const length = fields.length + payloadPrefix.length + payload.length;
  parts.push(lengthPrefix(FRAMES, length), fields, payloadPrefix, payload);
}
