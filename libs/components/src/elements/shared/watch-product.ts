import type { Runtime } from '../../loader/runtime.js';

type Interactions = typeof import('../../chunks/interactions.js');

/**
 * Reports what the shopper does with a product that is shown in an element, and that it came into view. Without effect where it belongs to
 * no analysis. docs/components.md B13.11.
 * @param position - in the list that is shown, from 0; null: it has none.
 * @returns the element.
 */
export function watchProduct(
  runtime: Runtime | undefined,
  element: HTMLElement,
  analysisId: string | null,
  variantId: string,
  position: number | null,
): HTMLElement {
  if (analysisId)
    void runtime
      ?.load('interactions')
      .then((chunk) => (chunk as Interactions | null)?.watch(element, analysisId, variantId, position));
  return element;
}
