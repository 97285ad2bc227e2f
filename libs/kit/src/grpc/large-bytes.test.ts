import { MatcherServiceClient, MatcherServiceService } from '@svc/proto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testLogger } from '../testing/test-database.js';
import { createClient } from './client/create-client.js';
import { largeBytes } from './large-bytes.js';
import { MAX_MESSAGE_BYTES } from './limits.js';
import { createGrpcServer } from './server/create-grpc-server.js';
import { service } from './service.js';

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

  describe.each(['127.0.0.1', 'inproc:large-bytes'])('on %s', (host) => {
    async function call(body: Buffer) {
      const definition = { matchVariants: largeBytes(MatcherServiceService.matchVariants, 'body', 1) };
      const handlers = { matchVariants: async () => ({ body, state: 'ö'.repeat(100) }) };
      const server = createGrpcServer({ log: testLogger(), services: [service(definition, handlers)] });
      const client = createClient(MatcherServiceClient, await server.listen(host, 0), { timeoutMs: 20_000 });
      try {
        return await client.matchVariants({ productIds: [], variantIds: [], resultPage: false });
      } finally {
        client.close();
        await server.stop();
      }
    }

    it.each([0, 1, 46_000])('the caller receives %i bytes and all other fields', async (length) => {
      const body = Buffer.alloc(length, 'ä');
      const response = await call(body);
      expect(response.body.equals(body)).toBe(true);
      expect(response.state).toBe('ö'.repeat(100));
    });

    it('a response over the limit of messages is refused', async () => {
      await expect(call(Buffer.alloc(MAX_MESSAGE_BYTES))).rejects.toThrow();
    });
  });
});
