import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressBody } from './compress-body.js';

const BODY = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ variantId: `V${index}` }))));

describe('compressBody', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
    ['br-like', undefined],
  ])('takes the best that %j accepts: %s', async (accepted, encoding) => {
    const compressed = await compressBody(BODY, accepted);
    expect(compressed.encoding).toBe(encoding);
    if (!encoding) expect(compressed.body).toBe(BODY);
    else {
      expect(compressed.body.length).toBeLessThan(BODY.length / 4);
      expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(compressed.body)).toEqual(BODY);
    }
  });

  it('leaves a short body as it is', async () => {
    const short = Buffer.from('{"cards":{}}');
    expect(await compressBody(short, 'br')).toEqual({ body: short });
  });
});
