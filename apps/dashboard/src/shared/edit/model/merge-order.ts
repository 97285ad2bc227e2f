/**
 * Brings two orders of one list together. What only one side moved is where that side has it; if both sides have moved something, the
 * order is theirs. What a side added comes after what it stands behind; of additions at the same place, those of one side stay together.
 * @param present - the ids that are left.
 */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  present: ReadonlySet<string>,
): { ids: string[]; isTheirs: boolean } {
  const was = base.filter((id) => present.has(id));
  const orderAs = (side: readonly string[]) => {
    const own = side.filter((id) => was.includes(id));
    // What the side has removed, and the other side keeps, stays behind what it stood behind.
    const missing = was.filter((id) => !own.includes(id));
    for (const id of missing) own.splice(own.indexOf(was[was.indexOf(id) - 1] as string) + 1, 0, id);
    return own;
  };
  const [a, b] = [orderAs(mine), orderAs(theirs)];
  const isMoved = (order: readonly string[]) => order.some((id, index) => id !== was[index]);
  const isTheirs = isMoved(a) && isMoved(b) && a.some((id, index) => id !== b[index]);
  const skeleton = isMoved(b) ? b : a;
  const gaps = new Map<string, string[][]>();
  const placed = new Set(was);
  for (const side of [theirs, mine]) {
    for (const { after, ids } of findAdditions(side, was)) {
      const added = ids.filter((id) => present.has(id) && !placed.has(id));
      for (const id of added) placed.add(id);
      if (added.length > 0) gaps.set(after, [...(gaps.get(after) ?? []), added]);
    }
  }
  const fill = (after: string) => (gaps.get(after) ?? []).sort(([x = ''], [y = '']) => (x < y ? -1 : 1)).flat();
  return { ids: [...fill(START), ...skeleton.flatMap((id) => [id, ...fill(id)])], isTheirs };
}

/** No id is empty. */
const START = '';

/** Runs of ids that are not in the base, each with the id that it stands behind. */
function findAdditions(side: readonly string[], was: readonly string[]): { after: string; ids: string[] }[] {
  const known = new Set(was);
  const runs: { after: string; ids: string[] }[] = [{ after: START, ids: [] }];
  for (const id of side) {
    if (known.has(id)) runs.push({ after: id, ids: [] });
    else runs.at(-1)?.ids.push(id);
  }
  return runs;
}
