import type { MatchingAnswers } from '@svc/domain';
import { type Answers, ageRanges, answerFields, eyeColors, hairColors, skinColors, skinUndertones } from '@svc/proto';

export const toAnswersMessage = (answers: MatchingAnswers): Answers => ({
  hairColor: hairColors.fromNullable(answers.hairColor),
  eyeColor: eyeColors.fromNullable(answers.eyeColor),
  skinColor: skinColors.fromNullable(answers.skinColor),
  skinUndertone: skinUndertones.fromNullable(answers.skinUndertone),
  ageRange: ageRanges.fromNullable(answers.ageRange),
  selectionValues: answers.selectionValues,
  filledFromSelfie: (answers.filledFromSelfie ?? []).map(answerFields.fromName),
});
