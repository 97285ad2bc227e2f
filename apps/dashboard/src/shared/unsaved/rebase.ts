/**
 * Brings edits onto a newer state: fields that the user has changed keep the user's value, all others take the newer one.
 * @param base - what the user saw before the edit.
 * @param theirs - the state as it is now.
 * @returns `conflicts`: fields that both sides changed, to different values.
 */
export function rebase<T extends Readonly<Record<string, string>>>(
  base: T,
  mine: T,
  theirs: T,
): { merged: T; conflicts: (keyof T & string)[] } {
  const names = Object.keys(base) as (keyof T & string)[];
  const merged = Object.fromEntries(
    names.map((name) => [name, mine[name] === base[name] ? theirs[name] : mine[name]]),
  ) as unknown as T;
  const conflicts = names.filter((name) => theirs[name] !== base[name] && merged[name] !== theirs[name]);
  return { merged, conflicts };
}

/**
 * What the user typed while a save ran: an edit of what was saved.
 * @param sent - what the fields said when the save began.
 * @param typed - what they say now.
 * @param saved - what was saved: `sent`, with what others had changed.
 * @returns undefined: nothing.
 */
export function keepTyped<T extends Readonly<Record<string, string>>>(
  sent: T,
  typed: T,
  saved: T,
): { base: T; mine: T } | undefined {
  if (Object.keys(sent).every((name) => typed[name] === sent[name])) return undefined;
  return { base: saved, mine: rebase(sent, typed, saved).merged };
}
