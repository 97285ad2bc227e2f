/**
 * Makes everything that an element does not contain inert, except what is positioned above it: consent banners and other
 * overlays of the shop stay usable.
 * @param zIndex - of the element.
 * @returns restores exactly what was changed.
 */
export function makeSiblingsInert(element: Element, zIndex: number): () => void {
  const changed: HTMLElement[] = [];
  for (let node: Element | null = element; node && node !== document.body; node = node.parentElement) {
    for (const sibling of node.parentElement?.children ?? []) {
      if (sibling === node || !(sibling instanceof HTMLElement) || sibling.inert) continue;
      const { position, zIndex: layer } = getComputedStyle(sibling);
      if (position !== 'static' && Number(layer) > zIndex) continue;
      sibling.inert = true;
      changed.push(sibling);
    }
  }
  return () => {
    for (const sibling of changed) sibling.inert = false;
  };
}
