import type { ComponentConfig } from './component-config.js';
import { ELEMENTS } from './elements.js';

/** Creates elements at the end of the page's body. One for each page. */
export interface ComponentCreator {
  /**
   * Creates what the company switched on and the page does not have, and removes what was created before and is no longer
   * wanted. What the merchant placed stays. A page with an embedded analysis gets no widget: both invite to the same thing.
   * @param isAllowed - automatic creation is not switched off by the page.
   */
  update(config: ComponentConfig, isAllowed: boolean): void;
  /** An element with the attribute `auto`; the same again after a framework replaced the body. */
  append(tag: string): HTMLElement;
}

export function createComponentCreator(document: Document): ComponentCreator {
  const created = new Map<string, HTMLElement>();
  const append = (tag: string): HTMLElement => {
    const element = created.get(tag) ?? document.createElement(tag);
    created.set(tag, element);
    element.setAttribute('auto', '');
    document.body.append(element);
    return element;
  };
  return {
    append,
    update(config, isAllowed) {
      for (const [tag, , name] of ELEMENTS) {
        const existing = document.querySelector(tag);
        const isWanted =
          isAllowed &&
          name &&
          config.components[name] &&
          !(name === 'widget' && document.querySelector('svc-analysis'));
        if (isWanted && !existing) append(tag);
        if (!isWanted && existing?.hasAttribute('auto')) existing.remove();
      }
    },
  };
}
