import { describe, expect, it } from 'vitest';
import { EYE_REFERENCES, HAIR_REFERENCES, SKIN_REFERENCES } from '../selfie/measure/reference-colors.js';
import * as S from './color-tables.js';

describe('the reference colors of selfies', () => {
  it('have the same lightness as the answers, so that a measured color is equivalent to an answer', () => {
    const lightness = (references: Readonly<Record<string, readonly number[]>>) =>
      Object.fromEntries(Object.entries(references).map(([value, [l]]) => [value, l]));
    expect(lightness(SKIN_REFERENCES)).toEqual(S.LIGHTNESS.skin);
    expect(lightness(HAIR_REFERENCES)).toEqual(S.LIGHTNESS.hair);
    expect(lightness(EYE_REFERENCES)).toEqual(S.LIGHTNESS.eye);
  });
});
