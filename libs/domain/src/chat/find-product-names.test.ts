import { describe, expect, it } from 'vitest';
import { findProductNames } from './find-product-names.js';

describe('findProductNames (docs/chat.md T5.5)', () => {
  const names = ['Quiet Serum', 'Öl-Balsam No. 5', 'Gel', 'Rosé'];

  it.each([
    ['Try our QUIET serum!', 'Quiet Serum'],
    ['Nimm den öl balsam, no 5.', 'Öl-Balsam No. 5'],
    ['A rosé for you.', 'Rosé'],
    ['Quiet, then serum', undefined],
    ['A quiet evening with serum', undefined],
    ['Quiet Serums', undefined],
    ['A gel', undefined],
    ['', undefined],
  ])('%s names %s', (text, name) => {
    expect(findProductNames([text], names)).toEqual([name]);
  });

  it('answers for each text, in their order', () => {
    expect(findProductNames(['none', 'Quiet Serum', 'rosé, quiet serum'], names)).toEqual([
      undefined,
      'Quiet Serum',
      'Quiet Serum',
    ]);
  });
});
