import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineBuffer } from './line-buffer.js';

it('returns every line once, in order and in UTF-8, whatever its length', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.boolean())), (lines) => {
      const buffer = new LineBuffer();
      const taken: Buffer[] = [];
      for (const [text, isTaken] of lines) {
        buffer.append(text);
        if (isTaken) taken.push(buffer.take());
      }
      taken.push(buffer.take());
      expect(Buffer.concat(taken).toString()).toBe(lines.map(([text]) => text).join(''));
    }),
  );
});

it('a returned line does not change when more lines arrive, and a line may be longer than all before it', () => {
  const buffer = new LineBuffer();
  buffer.append('first\n');
  const first = buffer.take();
  const long = `${'ü€😀'.repeat(100_000)}\n`;
  buffer.append('second\n');
  buffer.append(long);
  expect(buffer.take().toString()).toBe(`second\n${long}`);
  expect(first.toString()).toBe('first\n');
});
