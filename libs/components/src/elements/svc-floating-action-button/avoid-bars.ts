/** Space between the button and what it avoids, CSS pixels. */
const GAP = 12;
const PAUSE_MS = 500;

/**
 * Moves an element of the lower edge above bars of the page that cover it: fixed or sticky, touching the lower edge, at most
 * 40 % of the window high. Checks after loading, resizing and scrolling, and moves at most twice a second.
 * @returns stops.
 */
export function avoidBars(element: HTMLElement): () => void {
  let timer = 0;
  let movedAt = Number.NEGATIVE_INFINITY;
  let offset = 0;

  function check(): void {
    const { left, right, top, bottom, height } = element.getBoundingClientRect();
    if (height === 0) return;
    // Where the element would be without an offset.
    const corners = [left, right - 1].flatMap((x) => [top + offset, bottom + offset - 1].map((y) => [x, y] as const));
    const covering = corners
      .flatMap(([x, y]) => document.elementsFromPoint(x, y))
      .filter((other) => other !== element && !other.hasAttribute('auto'))
      .map((other) => ({ position: getComputedStyle(other).position, box: other.getBoundingClientRect() }))
      .filter(
        ({ position, box }) =>
          /fixed|sticky/.test(position) && box.bottom >= innerHeight - 1 && box.height <= innerHeight * 0.4,
      );
    const needed = Math.max(0, ...covering.map(({ box }) => bottom + offset + GAP - box.top));
    if (Math.abs(needed - offset) < 1) return;
    movedAt = performance.now();
    offset = needed;
    element.style.setProperty('--_y', `${needed}px`);
  }

  const schedule = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(check, Math.max(150, movedAt + PAUSE_MS - performance.now()));
  };
  schedule();
  addEventListener('resize', schedule);
  addEventListener('scroll', schedule, { passive: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('resize', schedule);
    removeEventListener('scroll', schedule);
  };
}
