import { describe, expect, it } from 'vitest';
import { chooseWording, hasAvoidedWord } from './avoided-words.js';

describe('hasAvoidedWord', () => {
  it.each([
    ['These are CHEAP.', 'cheap', true],
    ['These are cheaper.', 'cheap', true],
    ['Dirt-cheap ones.', 'cheap', true],
    ['Günstige Preise', 'guenstig', true],
    ['Guenstige Preise', 'günstig', true],
    ['Ein Spaß', 'spass', true],
    ['at a low price', 'Low  Price', true],
    ['a lower, fair price', 'low price', false],
    ['reappear', 'appear', false],
    ['anything', ' ', false],
  ])('%s, %s: %s (docs/chat.md T5.6)', (text, word, expected) => {
    expect(hasAvoidedWord(text, ['unrelated', word])).toBe(expected);
  });
});

describe('chooseWording', () => {
  it('is the first wording without an avoided word (docs/chat.md T5.6)', () => {
    expect(chooseWording(['What suits me?', 'My recommendations'], [])).toBe('What suits me?');
    expect(chooseWording(['What suits me?', 'My recommendations'], ['suit'])).toBe('My recommendations');
    expect(chooseWording(['What suits me?', 'My recommendations'], ['suit', 'recommend'])).toBeUndefined();
  });

  it('does not take the name of a placeholder for a word', () => {
    expect(chooseWording(['{product} costs {price}.', 'The price of {product}'], ['product', 'price'])).toBe(
      '{product} costs {price}.',
    );
  });
});
