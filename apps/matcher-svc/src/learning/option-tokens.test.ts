import { answersInForce, indexSteps } from '@svc/domain';
import { buildSelection, buildStep, multiSelection, rows, singleSelection } from '@svc/domain/testing';
import { describe, expect, it } from 'vitest';
import { migrateToken, optionTokens } from './option-tokens.js';

const color = { type: 'light_spring', scores: {} };

describe('the options of an analysis as tokens (docs/matching.md M7)', () => {
  it('lists selections, fields, the complexion cell and the color type, sorted and each once (M7.4)', () => {
    const answers = {
      hairColor: 'BLACK',
      ageRange: 'BETWEEN_25_AND_34',
      skinColor: 'MEDIUM',
      skinUndertone: 'WARM',
      selectionValues: rows([12, 'Dryness'], [12, 'dryness'], [7, 'a:b']),
    } as const;
    expect(optionTokens(answers, color)).toEqual([
      'c:LIGHT_SPRING',
      'f:ageRange:BETWEEN_25_AND_34',
      'f:hairColor:BLACK',
      's:12:dryness',
      's:7:a:b',
      'x:MEDIUM/WARM',
    ]);
  });

  it('a fact is one token: an enum step is its field, skin color and undertone are one cell', () => {
    const steps = indexSteps([buildStep(1, 'HAIR_COLOR'), buildStep(2, 'SKIN_COLOR'), buildStep(3, 'SKIN_UNDERTONE')]);
    const listTokens = (given: object) => optionTokens(answersInForce({ selectionValues: [], ...given }, steps), null);
    expect(listTokens({ hairColor: 'RED', skinColor: 'DEEP', skinUndertone: 'COOL' })).toEqual([
      'f:hairColor:RED',
      'x:DEEP/COOL',
    ]);
    expect(listTokens({ skinColor: 'DEEP' })).toEqual(['x:DEEP']);
    expect(listTokens({ skinUndertone: 'COOL' })).toEqual(['f:skinUndertone:COOL']);
    expect(listTokens({})).toEqual([]);
  });

  it('an analysis without a color type has no color token', () => {
    expect(optionTokens({ selectionValues: [] }, { type: null, scores: {} })).toEqual([]);
  });
});

describe('tokens of an older version (docs/contract.md C16)', () => {
  const steps = indexSteps([
    multiSelection(20, [buildSelection('Rich', ['dry', 'very:dry'])], { formerIds: [12] }),
    singleSelection(3, ['yes']),
    buildStep(4, 'HAIR_COLOR'),
  ]);

  it('follow renamed keys and moved steps, and keep their name otherwise', () => {
    expect(migrateToken('s:20:dry', steps)).toBe('s:20:rich');
    expect(migrateToken('s:12:very:dry', steps)).toBe('s:20:rich');
    expect(migrateToken('s:3:yes', steps)).toBe('s:3:yes');
    expect(migrateToken('f:hairColor:BLACK', steps)).toBe('f:hairColor:BLACK');
    expect(migrateToken('x:DEEP/COOL', steps)).toBe('x:DEEP/COOL');
  });

  it('of options that are gone are null', () => {
    for (const token of ['s:3:no', 's:99:yes', 's:4:black']) expect(migrateToken(token, steps)).toBeNull();
  });
});
