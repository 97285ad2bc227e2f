/** What the pointer is over: a part of a page from top to bottom, in pixels. */
export interface Extent {
  top: number;
  bottom: number;
}

/**
 * The place that a dragged item of a list gets: after all others whose middle is above the pointer.
 * @param items - extents in order, that of the dragged item included.
 * @param from - place of the dragged item.
 */
export const findDropPlace = (items: readonly Extent[], from: number, pointerY: number): number =>
  items.filter(({ top, bottom }, index) => index !== from && (top + bottom) / 2 < pointerY).length;

/** Where the line is that shows the place: above or below an item that is not dragged; undefined: the item stays. */
export function findDropLine(from: number, to: number): { at: number; side: 'above' | 'below' } | undefined {
  if (from === to) return undefined;
  return { at: to, side: to < from ? 'above' : 'below' };
}
