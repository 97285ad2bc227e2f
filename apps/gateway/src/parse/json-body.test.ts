import { MAX_ANALYSIS_BODY_BYTES, MAX_JSON_VALUES } from '@svc/domain';
import type { ServiceError } from '@svc/kit';
import { scaleTimeout } from '@svc/kit/testing';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseJsonObject } from './json-body.js';
import { findExceededLimit } from './scan-json.js';

const getError = (bytes: Buffer | string): Partial<ServiceError> => {
  try {
    parseJsonObject(Buffer.from(bytes as string));
    return {};
  } catch (error) {
    return error as ServiceError;
  }
};

const getCode = (bytes: Buffer | string): string => getError(bytes).code ?? 'ok';

const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('a JSON body. docs/contract.md C3.2', () => {
  it.each(['', ' ', 'null', '[]', '[{}]', '"x"', '1', 'true', '{', '{"a":1,}', "{'a':1}", '{"a":1}x', 'NaN'])(
    'what is not a JSON object is INVALID_JSON: %j',
    (text) => expect(getCode(text)).toBe('INVALID_JSON'),
  );

  it('takes 32 levels and refuses 33; the body is level 1', () => {
    expect(getCode(nested(32))).toBe('ok');
    expect(getCode(nested(33))).toBe('INVALID_JSON');
  });

  it('takes 10,000 values and refuses one more; the body is one, keys are none. docs/contract.md C18.1', () => {
    for (const value of ['{}', '[]', '1', '"a"', 'null', '{"k":[]}']) {
      const each = value === '{"k":[]}' ? 2 : 1;
      const items = (count: number) => `{"a":[${Array(count).fill(value).join(' , ')}]}`;
      const most = Math.floor((MAX_JSON_VALUES - 2) / each);
      expect(getCode(items(most))).toBe('ok');
      expect(getCode(items(most + 1))).toBe('INVALID_JSON');
    }
    const keys = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 0])));
    expect(getCode(keys(MAX_JSON_VALUES - 1))).toBe('ok');
    expect(getError(keys(MAX_JSON_VALUES)).message).toBe('The body must hold at most 10,000 values.');
  });

  it('refuses millions of tiny values before parsing them, so that no other request waits', () => {
    const parse = vi.spyOn(JSON, 'parse');
    const many = (value: string) => `{"a":[1${value.repeat(MAX_ANALYSIS_BODY_BYTES / value.length - 4)}]}`;
    for (const value of [',{}', ',[]', ',0', ',""']) expect(getCode(many(value))).toBe('INVALID_JSON');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('counts no brackets inside strings', () => {
    expect(getCode(JSON.stringify({ a: '['.repeat(100), b: '\\"[[[{{{'.repeat(20), '[{': 1 }))).toBe('ok');
  });

  it('refuses 4 MiB of nesting before parsing it, within half a second. docs/reliability.md R0.6', () => {
    const bytes = Buffer.from(`{"a":${'['.repeat(4 * 1024 * 1024 - 6)}`);
    const startedAt = performance.now();
    expect(getCode(bytes)).toBe('INVALID_JSON');
    expect(performance.now() - startedAt).toBeLessThan(scaleTimeout(500));
  });

  it.each([
    ['NUL in a value', '{"a":"x\\u0000"}'],
    ['NUL in a key', '{"a\\u0000":1}'],
    ['NUL deep inside', '{"a":[{"b":["\\u0000"]}]}'],
    ['a lone high surrogate', '{"a":"\\ud800"}'],
    ['a lone low surrogate in a key', '{"\\udc00":1}'],
    ['__proto__', '{"__proto__":{"a":1}}'],
    ['__proto__ written with escapes', '{"a":{"__pro\\u0074o__":1}}'],
  ])('refuses what storage refuses or what tampers with objects: %s', (_name, text) =>
    expect(getCode(text)).toBe('INVALID_JSON'),
  );

  it('does not repeat text that cannot be parsed, since causes are logged (no log line holds contact data)', () => {
    for (const text of ['{"email":ada@example.com}', 'ada@example.com', '{"email":"ada@example.com']) {
      const error = getError(Buffer.from(text));
      expect([error.message, error.cause]).toEqual(['The body must be JSON.', undefined]);
    }
  });

  it('repeats the beginning of a path only, so that a hostile body does not get a hostile answer', () => {
    const hostile = Buffer.from(JSON.stringify({ [`${'x'.repeat(1_000_000)}\0`]: 1 }));
    expect(() => parseJsonObject(hostile)).toThrow(/^The key must not contain a NUL character at \/x{99}\.$/);
  });

  it('refuses invalid UTF-8 and tolerates a byte order mark', () => {
    expect(getCode(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe('INVALID_JSON');
    expect(getCode('\ufeff{"a":1}')).toBe('ok');
  });

  it('keeps every document that is allowed as it is', () => {
    const allowed = fc
      .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }))
      .filter((value) => !/\\u0000|__proto__/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(allowed, (value) => {
        const text = JSON.stringify(value);
        expect(parseJsonObject(Buffer.from(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('the scan agrees with a slow count on every document', () => {
    const members = (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : []);
    const createNesting = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...members(value).map(createNesting)) : 0;
    const createValues = (value: unknown): number =>
      members(value).reduce((sum, member) => sum + createValues(member), 1);
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', '\\', '[', ','), maxLength: 100 }));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthIdentifier: 'json' },
        text,
        fc.constantFrom(0, -1.5e-300, true, null),
        fc.array(tie('value')),
        fc.dictionary(text, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(
        value,
        fc.nat(6),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(2),
        (given, maxDepth, maxValues, indent) => {
          const written = Buffer.from(JSON.stringify(given, null, indent));
          const parsed = JSON.parse(written.toString());
          const [deep, many] = [createNesting(parsed) > maxDepth, createValues(parsed) > maxValues];
          const exceeded = findExceededLimit(written, { maxDepth, maxValues });
          expect(exceeded === undefined).toBe(!deep && !many);
          if (deep !== many) expect(exceeded).toBe(deep ? 'maxDepth' : 'maxValues');
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
