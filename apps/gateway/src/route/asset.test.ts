import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAsset } from './asset.js';

const SCRIPT = Buffer.from('export const answer = 42;\n'.repeat(200));

describe('createAsset', () => {
  it('compresses a file once, when a form of it is first asked for', async () => {
    const { compressed } = createAsset('main-1a2b.js', SCRIPT);
    const [first, second] = await Promise.all([compressed.br?.(), compressed.br?.()]);
    expect(second).toBe(first);
    expect(brotliDecompressSync(first as Buffer)).toEqual(SCRIPT);
    expect(gunzipSync((await compressed.gzip?.()) as Buffer)).toEqual(SCRIPT);
  });

  it.each(['picture.webp', 'picture.png', 'font.woff2'])('compresses no %s, which is compressed already', (name) => {
    expect(createAsset(name, SCRIPT).compressed).toEqual({});
  });
});
