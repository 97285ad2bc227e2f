import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EncodingDetector, TextDecoding } from './decode-text.js';

function decode(bytes: Buffer, pieceLength = bytes.length || 1) {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceLength) pieces.push(bytes.subarray(at, at + pieceLength));
  const detector = new EncodingDetector();
  for (const piece of pieces) detector.push(piece);
  const encoding = detector.result();
  const decoding = new TextDecoding(encoding);
  return { encoding, text: pieces.map((piece) => decoding.push(piece)).join('') + decoding.end() };
}

describe('encodings (docs/reliability.md R5.4)', () => {
  it('reads UTF-8 in pieces of any length, without its byte order mark', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        (text, length, hasBom) => {
          // A text that begins with a mark of its own would lose that one.
          fc.pre(!text.startsWith('\ufeff'));
          const bytes = Buffer.from((hasBom ? '\ufeff' : '') + text);
          expect(decode(bytes, length)).toEqual({ encoding: 'utf-8', text });
        },
      ),
    );
  });

  it.each([1, 2, 3, 1000])('reads UTF-16 by its byte order mark, in pieces of %d bytes', (length) => {
    const text = 'id;name\nä;€😀\n';
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(decode(little, length)).toEqual({ encoding: 'utf-16le', text });
    expect(decode(Buffer.from(little).swap16(), length)).toEqual({ encoding: 'utf-16be', text });
  });

  it('reads what is not strict UTF-8 as Windows-1252 as a whole, the euro sign included', () => {
    const bytes = Buffer.concat([Buffer.from('Gr\xfc\xdfe \x80 \x84x\x93', 'latin1')]);
    expect(decode(bytes, 3)).toEqual({ encoding: 'windows-1252', text: 'Grüße € „x“' });
    expect(decode(Buffer.concat([Buffer.from('ä'), bytes])).text).toBe('Ã¤Grüße € „x“');
    expect(decode(Buffer.from('abc\xc3', 'latin1')).encoding).toBe('windows-1252');
  });

  it('fails on UTF-16 that ends within a character', () => {
    expect(() => decode(Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x42]))).toThrow(/UTF-16/);
  });
});
