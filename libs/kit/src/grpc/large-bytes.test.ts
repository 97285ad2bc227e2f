import { MatcherServiceService } from '@svc/proto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largeBytes } from './large-bytes.js';

describe('largeBytes', () => {
  it('writes what the generated code reads, for bodies of every length', () => {
    const { responseSerialize, responseDeserialize } = largeBytes(MatcherServiceService.matchVariants, 'body', 1);
    const length = fc.oneof(fc.nat(300), fc.integer({ min: 16_300, max: 16_500 }), fc.constant(2_097_152));
    fc.assert(
      fc.property(length, fc.string({ maxLength: 200 }), (bytes, state) => {
        const body = Buffer.alloc(bytes, 'ä');
        const read = responseDeserialize(responseSerialize({ body, state }));
        expect(read.state).toBe(state);
        expect(read.body.equals(body)).toBe(true);
      }),
    );
  });
});
