import { type CSSProperties, type PointerEvent, useEffect, useState } from 'react';
import { findDropLine, findDropPlace } from './find-drop-place.js';

/** Near the upper and lower end of the window, the page scrolls with the pointer. */
const EDGE_PX = 72;
const SCROLL_PX = 16;

interface Drag {
  from: number;
  to: number;
}

export interface DragOrder {
  /** What the handle of an item does. @param index - place of the item. */
  toHandle(index: number): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(): void;
    onLostPointerCapture(): void;
  };
  /** How an item looks while something is dragged. */
  toStyle(index: number): CSSProperties;
}

/**
 * Items of a list are moved with a mouse, a pen or a finger on their handles; `Esc` leaves everything as it is. Keys and buttons do the
 * same, so handles are for pointers only. docs/dashboard.md Y83.
 * @param itemSelector - an item of the list, seen from its handle; the other items are its siblings that match it too.
 * @param onMove - the item was dropped at another place.
 */
export function useDragOrder(itemSelector: string, onMove: (from: number, to: number) => void): DragOrder {
  const [drag, setDrag] = useState<Drag>();
  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(undefined);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isDragging]);
  const toHandle = (index: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      // No text is selected meanwhile.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, to: index });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag?.from !== index) return;
      const item = event.currentTarget.closest(itemSelector);
      const siblings = [...(item?.parentElement?.children ?? [])].filter((each) => each.matches(itemSelector));
      const to = findDropPlace(
        siblings.map((each) => each.getBoundingClientRect()),
        index,
        event.clientY,
      );
      if (to !== drag.to) setDrag({ from: index, to });
      if (event.clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
      else if (event.clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
    },
    onPointerUp: () => {
      if (drag?.from === index && drag.to !== index) onMove(index, drag.to);
      setDrag(undefined);
    },
    onLostPointerCapture: () => setDrag(undefined),
  });
  const toStyle = (index: number): CSSProperties => {
    if (!drag) return {};
    if (drag.from === index) return { opacity: 0.5 };
    const line = findDropLine(drag.from, drag.to);
    if (line?.at !== index) return {};
    const offset = line.side === 'above' ? -4 : 4;
    return { boxShadow: `0 ${offset}px 0 0 var(--mantine-primary-color-filled)` };
  };
  return { toHandle, toStyle };
}
