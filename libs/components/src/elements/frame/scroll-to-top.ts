/** Shows the beginning of an element, unless it is between the top of the window and `offset` below it. */
export function scrollToTop(element: HTMLElement, offset: number): void {
  const { top } = element.getBoundingClientRect();
  if (top >= 0 && top <= offset) return;
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.style.scrollMarginTop = `${offset}px`;
  element.scrollIntoView({ block: 'start', inline: 'nearest', behavior: isReduced ? 'auto' : 'smooth' });
}
