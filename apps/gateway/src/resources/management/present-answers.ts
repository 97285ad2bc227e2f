import { type Answers, ageRanges, type EnumNames, eyeColors, hairColors, skinColors, skinUndertones } from '@svc/proto';

/** Answers without those that were not given. */
export const presentAnswers = (answers: Answers | undefined) => ({
  ...given('hairColor', hairColors, answers?.hairColor),
  ...given('eyeColor', eyeColors, answers?.eyeColor),
  ...given('skinColor', skinColors, answers?.skinColor),
  ...given('skinUndertone', skinUndertones, answers?.skinUndertone),
  ...given('ageRange', ageRanges, answers?.ageRange),
  selectionValues: (answers?.selectionValues ?? []).map(({ stepId, selectedKey }) => ({ stepId, selectedKey })),
});

function given<E extends string, N extends string>(field: string, names: EnumNames<E, N>, value: E | undefined) {
  const name = value === undefined ? null : names.toNullable(value);
  return name === null ? {} : { [field]: name };
}
