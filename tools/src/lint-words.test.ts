import { describe, expect, it } from 'vitest';
import { findWords } from '../lint-words.mjs';

describe('the words that plain English does without', () => {
  it.each([
    ['It goes on.', 'goes on'],
    ['All at once', 'at once'],
    ['NOBODY may', 'NOBODY'],
    ['a catalogue', 'catalogue'],
    ['the service is told', 'is told'],
    ['a colour by name', 'colour'],
    ['It was analysed.', 'analysed'],
    ['a localised text', 'localised'],
  ])('%j has %j', (text, found) => {
    expect(findWords(text).map((hit) => hit.found)).toEqual([found]);
  });

  it.each([
    'catalog',
    'color',
    'colour_analysis',
    'analyses',
    'besides',
    'a bodyguard',
    'gone',
    'it continues',
    'retold',
    'goals on',
    "the account 'nobody'",
  ])('%j has none', (text) => {
    expect(findWords(text)).toEqual([]);
  });

  it('finds a phrase that a comment wraps, and names its place', () => {
    expect(findWords('const a = 1;\n/**\n * It is kept for\n * ever.\n */')).toMatchObject([
      { line: 3, column: 15, found: 'for ever', instead: 'indefinitely' },
    ]);
  });

  it('does not join a paragraph with the next one', () => {
    expect(findWords('It was given\n\nup there')).toEqual([]);
  });
});
