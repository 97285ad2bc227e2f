import { anyCharacter } from '@svc/kit/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuery } from '../../route/read-query.js';
import { getErrorCode } from '../../testing/get-error-code.js';
import { matchQuery, toMatchQuery } from './match-query.js';

const parseMatchQuery = (raw: string) => toMatchQuery(readQuery(matchQuery, raw, 'keys'));

const codeFor = (raw: string): string => getErrorCode(() => parseMatchQuery(raw));

const ids = (key: string, count: number) => Array.from({ length: count }, (_, i) => `${key}=${i}`).join('&');

describe('the match query', () => {
  it('is empty without a query string: the whole assortment, no result page. docs/contract.md C11.3, C11.4', () => {
    const none = { productIds: [], variantIds: [], resultPage: false };
    expect(parseMatchQuery('')).toEqual(none);
    expect(parseMatchQuery('&&')).toEqual(none);
  });

  it('keeps ids exact, in request order and once. docs/contract.md C11.3, C11.4', () => {
    const raw = 'variantId=b&productId=P2&variantId=a&variantId=b&productId=p2&variantId=a%20%26b';
    expect(parseMatchQuery(raw)).toMatchObject({ variantIds: ['b', 'a', 'a &b'], productIds: ['P2', 'p2'] });
  });

  it('gives back any ids that a caller can send', () => {
    const id = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 20 }), (variantIds) => {
        const raw = variantIds.map((value) => new URLSearchParams({ variantId: value })).join('&');
        expect(parseMatchQuery(raw).variantIds).toEqual(variantIds);
      }),
    );
  });

  it.each([
    'foo=1',
    'variantid=1',
    'VariantId=1',
    '=1',
    'variantId[]=1',
    'include_webhook_payload=true',
    '__proto__=1',
  ])('an unknown key is INVALID_QUERY, so a typo never widens the result: %s. C11.2', (raw) =>
    expect(codeFor(raw)).toBe('INVALID_QUERY'),
  );

  it('takes 100 values and refuses 101, counted as sent, both keys together. docs/contract.md C11.3', () => {
    expect(codeFor(`${ids('variantId', 60)}&${ids('productId', 40)}`)).toBe('ok');
    expect(codeFor(`${ids('variantId', 60)}&${ids('productId', 41)}`)).toBe('INVALID_QUERY');
    expect(codeFor(Array(101).fill('variantId=same').join('&'))).toBe('INVALID_QUERY');
  });

  it('refuses empty ids, NUL, and ids over 255 bytes, not characters. docs/contract.md C11.3, C11.6; docs/reliability.md R7.6', () => {
    expect(codeFor('variantId=')).toBe('INVALID_QUERY');
    expect(codeFor('productId')).toBe('INVALID_QUERY');
    expect(codeFor('variantId=a%00b')).toBe('INVALID_QUERY');
    expect(codeFor(`variantId=${'x'.repeat(255)}`)).toBe('ok');
    expect(codeFor(`variantId=${'x'.repeat(256)}`)).toBe('INVALID_QUERY');
    expect(codeFor(`variantId=${encodeURIComponent('ü'.repeat(128))}`)).toBe('INVALID_QUERY');
  });

  it.each(['variantId=%zz', 'variantId=%', 'variantId=%c3', 'variantId=%c3%28', '%ff=1', 'variantId=\u00e9'])(
    'never matches by repairing broken encoding: %s',
    (raw) => expect(codeFor(raw)).toBe('INVALID_QUERY'),
  );

  it.each([
    ['true', true],
    ['false', false],
  ])('resultPage=%s. docs/contract.md C11.6', (value, expected) =>
    expect(parseMatchQuery(`resultPage=${value}`).resultPage).toBe(expected),
  );

  it.each(['resultPage=', 'resultPage=1', 'resultPage=TRUE', 'resultPage=true&resultPage=true'])(
    'any other resultPage is INVALID_QUERY: %s. C11.6',
    (raw) => expect(codeFor(raw)).toBe('INVALID_QUERY'),
  );

  it.each(['locale=', 'locale=_', 'locale=de_DE', 'locale=de&locale=de', 'locale=x'])(
    'an empty, unparsable or repeated locale is INVALID_QUERY: %s. C11.6',
    (raw) => expect(codeFor(raw)).toBe('INVALID_QUERY'),
  );

  it('passes a locale on as sent', () => expect(parseMatchQuery('locale=de-CH').locale).toBe('de-CH'));

  it('is URI_TOO_LONG over 8 KiB before anything else is checked. docs/contract.md C11.8, C18.1', () => {
    expect(codeFor(`foo=${'x'.repeat(8192 - 4)}`)).toBe('INVALID_QUERY');
    expect(codeFor(`foo=${'x'.repeat(8193 - 4)}`)).toBe('URI_TOO_LONG');
  });

  it('answers any bytes with a result or one of its two codes', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter(fc), maxLength: 300 }), (raw) =>
        ['ok', 'INVALID_QUERY', 'URI_TOO_LONG'].includes(codeFor(raw)),
      ),
    );
  });
});
