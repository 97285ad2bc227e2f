/** An option of the list that is shown. Its id stays while it is moved, or gets another key. */
export interface OptionId {
  id: number;
  key: string;
}

/** @param before - of the list as it was; an option is the same by its key, else by its place in a list of the same length. */
export function carryIds(before: readonly OptionId[], options: readonly { key: string }[]): OptionId[] {
  const left = [...before];
  const take = (known: OptionId | undefined) => known && left.splice(left.indexOf(known), 1)[0]?.id;
  const byKey = options.map(({ key }) => take(left.find((known) => known.key === key)));
  let highest = Math.max(-1, ...before.map(({ id }) => id));
  const isRenamed = (known: OptionId | undefined) => known && before.length === options.length && left.includes(known);
  return options.map(({ key }, at) => {
    const known = before[at];
    return { key, id: byKey[at] ?? (isRenamed(known) ? take(known) : undefined) ?? ++highest };
  });
}
