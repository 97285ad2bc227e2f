import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A JPEG of 256 × 256 pixels with a face: the one that the model's package carries to try itself, of no real person. */
export function packagedFace(): Buffer {
  const entry = createRequire(import.meta.url).resolve('@vladmandic/human');
  const source = readFileSync(join(dirname(dirname(entry)), 'src/sample.ts'), 'utf8');
  const [, encoded = ''] = /face: string = `([^`]*)`/.exec(source) ?? [];
  return Buffer.from(encoded, 'base64');
}
