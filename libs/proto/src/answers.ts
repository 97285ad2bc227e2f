import type { EnumNames } from './enum-names.js';
import type { Answers } from './gen/svc/analysis/v1/answers.js';
import type { CitedAnswer } from './gen/svc/matcher/v1/cited_answer.js';
import { ageRanges, answerFields, eyeColors, hairColors, skinColors, skinUndertones } from './names.js';

type NameIn<Names> = Names extends EnumNames<infer _, infer N> ? N : never;

/** Answers with the names of the contract; absent means not answered. */
export interface NamedAnswers {
  hairColor?: NameIn<typeof hairColors>;
  eyeColor?: NameIn<typeof eyeColors>;
  skinColor?: NameIn<typeof skinColors>;
  skinUndertone?: NameIn<typeof skinUndertones>;
  ageRange?: NameIn<typeof ageRanges>;
  selectionValues: { stepId: number; selectedKey: string }[];
  filledFromSelfie?: NameIn<typeof answerFields>[];
}

export const toAnswers = (answers: NamedAnswers): Answers => ({
  hairColor: hairColors.fromNullable(answers.hairColor),
  eyeColor: eyeColors.fromNullable(answers.eyeColor),
  skinColor: skinColors.fromNullable(answers.skinColor),
  skinUndertone: skinUndertones.fromNullable(answers.skinUndertone),
  ageRange: ageRanges.fromNullable(answers.ageRange),
  selectionValues: answers.selectionValues,
  filledFromSelfie: (answers.filledFromSelfie ?? []).map(answerFields.fromName),
});

/** The reverse of `toAnswers`; lists of filled fields are absent when they are empty. */
export const fromAnswers = (answers: Answers): NamedAnswers => ({
  ...given('hairColor', hairColors.toNullable(answers.hairColor)),
  ...given('eyeColor', eyeColors.toNullable(answers.eyeColor)),
  ...given('skinColor', skinColors.toNullable(answers.skinColor)),
  ...given('skinUndertone', skinUndertones.toNullable(answers.skinUndertone)),
  ...given('ageRange', ageRanges.toNullable(answers.ageRange)),
  selectionValues: answers.selectionValues,
  ...(answers.filledFromSelfie.length === 0
    ? {}
    : { filledFromSelfie: answers.filledFromSelfie.map(answerFields.toName) }),
});

const given = (field: string, name: string | null) => (name === null ? {} : { [field]: name });

/** An answer that decided: an option of a step, or the value of a field. */
export type NamedCitedAnswer = { stepId: number; key: string } | { field: NameIn<typeof answerFields>; value: string };

export const toCitedAnswer = (cited: NamedCitedAnswer): CitedAnswer => ({
  answer:
    'stepId' in cited
      ? { $case: 'option', value: cited }
      : { $case: 'fieldValue', value: { field: answerFields.fromName(cited.field), value: cited.value } },
});

export function fromCitedAnswer({ answer }: CitedAnswer): NamedCitedAnswer {
  if (!answer) throw new Error('A cited answer is empty.');
  if (answer.$case === 'option') return answer.value;
  return { field: answerFields.toName(answer.value.field), value: answer.value.value };
}
