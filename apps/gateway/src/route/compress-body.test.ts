import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compressBody } from './compress-body.js';

const BODY = Buffer.from(JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ variantId: `V${index}` }))));

describe('compressBody', () => {
  it.each([
    [['br', 'gzip'], 'br'],
    [['gzip'], 'gzip'],
    [[], undefined],
  ] as const)('compresses with the first of %j', async (accepted, encoding) => {
    const compressed = await compressBody(BODY, 'onTheFly', accepted);
    expect(compressed.encoding).toBe(encoding);
    if (!encoding) expect(compressed.body).toBe(BODY);
    else {
      expect(compressed.body.length).toBeLessThan(BODY.length / 4);
      expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(compressed.body)).toEqual(BODY);
    }
  });

  it('does not compress a short body', async () => {
    const short = Buffer.from('{"cards":{}}');
    expect(await compressBody(short, 'onTheFly', ['br'])).toEqual({ body: short });
  });

  it('takes a form that was compressed in advance if the caller accepts it', async () => {
    const zipped = Buffer.from('zipped');
    expect(await compressBody(BODY, { gzip: zipped }, ['br', 'gzip'])).toEqual({ body: zipped, encoding: 'gzip' });
    expect(await compressBody(BODY, { gzip: zipped }, ['br'])).toEqual({ body: BODY });
  });

  it('takes a form that is made when it is first asked for, unless it is not smaller', async () => {
    const zipped = Buffer.from('zipped');
    const forms = { br: async () => Buffer.concat([BODY, BODY]), gzip: async () => zipped };
    expect(await compressBody(BODY, forms, ['br', 'gzip'])).toEqual({ body: zipped, encoding: 'gzip' });
    expect(await compressBody(BODY, forms, ['br'])).toEqual({ body: BODY });
  });
});
