import {
  EYE_COLORS,
  type EyeColor,
  HAIR_COLORS,
  type HairColor,
  SKIN_COLORS,
  SKIN_UNDERTONES,
  type SkinColor,
  type SkinUndertone,
} from '@svc/domain';

export interface ColorAnswers {
  hairColor?: HairColor;
  eyeColor?: EyeColor;
  skinColor?: SkinColor;
  skinUndertone?: SkinUndertone;
}

/** The 840 combinations with all four answers. */
export const completeAnswers = (): Generator<ColorAnswers> => answersWith([]);

/** All 1,728 combinations, including missing answers. */
export const allAnswers = (): Generator<ColorAnswers> => answersWith([undefined]);

function* answersWith(missing: readonly undefined[]): Generator<ColorAnswers> {
  for (const hairColor of [...missing, ...HAIR_COLORS])
    for (const eyeColor of [...missing, ...EYE_COLORS])
      for (const skinColor of [...missing, ...SKIN_COLORS])
        for (const skinUndertone of [...missing, ...SKIN_UNDERTONES])
          yield JSON.parse(JSON.stringify({ hairColor, eyeColor, skinColor, skinUndertone }));
}
