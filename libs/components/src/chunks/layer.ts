/** Chunk `layer`: a popup with a z-index of its own. Most companies leave it in the top layer. */
import { makeSiblingsInert } from '../elements/svc-analysis-popup/inert-siblings.js';
import { listenForClose } from '../elements/svc-analysis-popup/listen-for-close.js';

/**
 * Does for an element what the top layer would do: the page behind is inert, and Escape and the back gesture close it.
 * @returns restores the page.
 */
export function takeLayer(element: Element, zIndex: number, close: () => void): () => void {
  const restore = [makeSiblingsInert(element, zIndex), listenForClose(close)];
  return () => {
    for (const undo of restore) undo();
  };
}
