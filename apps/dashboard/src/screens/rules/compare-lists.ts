/** One place of a list, compared with another list. */
export interface ComparedVariant {
  variantId: string;
  /** Places that it is further up; negative: further down. Null: it is not in the other list. */
  moved: number | null;
}

/** Each variant of a list with how far it moved. @param before - the list without the change. */
export function compareLists(before: readonly string[], after: readonly string[]): ComparedVariant[] {
  const places = new Map(before.map((variantId, place) => [variantId, place]));
  return after.map((variantId, place) => {
    const was = places.get(variantId);
    return { variantId, moved: was === undefined ? null : was - place };
  });
}
