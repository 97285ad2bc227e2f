/** Lists of variants by number: list `i` is `members[offsets[i]]` to `members[offsets[i + 1] − 1]`, ascending. */
export interface Lists {
  offsets: Uint32Array<ArrayBuffer>;
  members: Uint32Array<ArrayBuffer>;
}

export function toLists(lists: readonly (readonly number[])[]): Lists {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) offsets[index + 1] = offsets[index]! + list.length;
  const members = new Uint32Array(offsets[lists.length]!);
  for (const [index, list] of lists.entries()) members.set(list, offsets[index]!);
  return { offsets, members };
}
