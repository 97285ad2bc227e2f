/** The list with one element at another place; unchanged where there is no such place. */
export function move<T>(items: readonly T[], from: number, to: number): T[] {
  const moved = [...items];
  if (to < 0 || to >= items.length) return moved;
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
