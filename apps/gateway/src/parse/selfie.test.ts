import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getErrorCode } from '../testing/get-error-code.js';
import { parseSelfie } from './selfie.js';

const dataUrl = (bytes: Uint8Array, type = 'jpeg') =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

const codeFor = (text: string): string => getErrorCode(() => parseSelfie(text));

describe('a selfie data URL. docs/contract.md C8.5; docs/reliability.md R6.1', () => {
  it('gives the bytes and the declared type', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.constantFrom('jpeg', 'png', 'gif', 'webp'),
        (bytes, type) => {
          expect(parseSelfie(dataUrl(bytes, type))).toEqual({ data: Buffer.from(bytes), declaredType: type });
        },
      ),
    );
  });

  it('takes 2 MiB exactly and refuses one byte more', () => {
    expect(parseSelfie(dataUrl(Buffer.alloc(2 * 1024 * 1024))).data).toHaveLength(2 * 1024 * 1024);
    expect(codeFor(dataUrl(Buffer.alloc(2 * 1024 * 1024 + 1)))).toBe('INVALID_SELFIE');
  });

  it.each([
    'x',
    'data:image/svg+xml;base64,AAAA',
    'data:image/jpg;base64,AAAA',
    'data:image/JPEG;base64,AAAA',
    'data:image/jpeg;charset=x;base64,AAAA',
    'data:image/jpeg,AAAA',
    ' data:image/jpeg;base64,AAAA',
    'https://example.org/selfie.jpg',
  ])('another form is INVALID_SELFIE: %s', (text) => expect(codeFor(text)).toBe('INVALID_SELFIE'));

  it.each(['', 'A', 'AAA', 'AAAA AAAA', 'AAAA\n', 'AA-_', 'AA==AA==', 'AB==', 'AAAA=', '!!!!', 'AAAA\u00e9'])(
    'base64 is strict: %j',
    (data) => expect(codeFor(`data:image/png;base64,${data}`)).toBe('INVALID_SELFIE'),
  );
});
