import { ExchangeRequest, ExchangeResponse } from '@svc/proto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeMethod } from './wire.js';

const id = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const text = fc.string({ unit: 'grapheme', maxLength: 300 });
/** Lengths around those where the prefix grows by a byte. */
const payload = fc
  .oneof(fc.nat(300), fc.integer({ min: 16_300, max: 16_500 }), fc.integer({ min: 2_097_000, max: 2_097_300 }))
  .chain((length) => fc.nat(255).map((byte) => Buffer.alloc(length, byte)));
const call = fc.record({
  id,
  method: text,
  payload,
  timeoutMs: id,
  requestId: text,
  traceparent: text,
  more: fc.boolean(),
});
const error = fc.option(
  fc.record({
    code: fc.nat(16),
    message: text,
    details: fc.array(fc.record({ typeUrl: text, value: payload }), { maxLength: 2 }),
  }),
  { nil: undefined },
);
const reply = fc.record({ id, payload, more: fc.boolean(), error });

/** Compared as bytes, which the generated code writes: megabytes are not compared field by field. */
const same = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

describe('the wire format that is written by hand', () => {
  it('is what call_stream_service.proto says, for every request and response', () => {
    const request = fc.record({
      calls: fc.array(call, { maxLength: 4 }),
      cancelledIds: fc.array(id, { maxLength: 4 }),
      ping: fc.boolean(),
    });
    const response = fc.record({
      replies: fc.array(reply, { maxLength: 4 }),
      pong: fc.boolean(),
      goingAway: fc.boolean(),
    });
    fc.assert(
      fc.property(request, (message) => {
        const sent = ExchangeRequest.decode(exchangeMethod.requestSerialize(message));
        expect(same(ExchangeRequest.encode(sent).finish(), ExchangeRequest.encode(message).finish())).toBe(true);
      }),
      { numRuns: 50 },
    );
    fc.assert(
      fc.property(response, (message) => {
        const sent = ExchangeResponse.decode(exchangeMethod.responseSerialize(message));
        expect(same(ExchangeResponse.encode(sent).finish(), ExchangeResponse.encode(message).finish())).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
