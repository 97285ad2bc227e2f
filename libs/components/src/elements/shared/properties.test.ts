import { describe, expect, it } from 'vitest';
import { amount, flag, funnelName, text, toAttributes } from './properties.js';

describe('properties of elements (docs/components.md B6.1 and B6.2)', () => {
  it.each([
    ['', true],
    ['true', true],
    ['false', false],
    [true, true],
    [false, false],
    [null, false],
    [undefined, false],
  ])('a flag of %j is %j', (given, value) => {
    expect(flag.parse(given)).toBe(value);
  });

  it.each([
    ['40', 40],
    [0, 0],
    ['0', 0],
    ['', undefined],
    ['wide', undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [null, undefined],
  ])('a number of %j is %j', (given, value) => {
    expect(amount(100).parse(given)).toBe(value);
  });

  it.each([
    ['linden-beauty', 'linden-beauty'],
    ['', false],
    ['false', false],
    [false, false],
    [null, false],
    [undefined, false],
    ['A', undefined],
    ['x', undefined],
    ['a'.repeat(41), undefined],
    ['../r', undefined],
    [7, undefined],
  ])('a funnel of %j is %j', (given, value) => {
    expect(funnelName.parse(given)).toBe(value);
  });

  it.each([
    [' hero ', 'hero'],
    ['', null],
    [null, null],
    ['   ', undefined],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), undefined],
    [{}, undefined],
  ])('a source of %j is %j', (given, value) => {
    expect(text.parse(given)).toBe(value);
  });

  it('have attributes in kebab-case and in lower case', () => {
    expect(toAttributes('closeBeforeResult')).toEqual(['close-before-result', 'closebeforeresult']);
    expect(toAttributes('funnel')).toEqual(['funnel', 'funnel']);
  });
});
