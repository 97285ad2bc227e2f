import { html, type TemplateResult } from 'lit';
import type { ShownList } from './shown-lists.js';

export const tabId = (index: number): string => `tab-${index}`;
export const PANEL_ID = 'panel';

/** Tabs as buttons in a row; one of them is in the tab order, the arrows reach the others. */
export const tabList = (
  lists: readonly ShownList[],
  selected: number,
  label: string,
  on: { select(index: number): void; key(event: KeyboardEvent, index: number): void },
): TemplateResult => html`
  <div class="tabs" role="tablist" aria-label=${label}>
    ${lists.map(
      ({ name }, index) => html`<button
        type="button" role="tab" id=${tabId(index)} aria-controls=${PANEL_ID} aria-selected=${index === selected ? 'true' : 'false'}
        tabindex=${index === selected ? 0 : -1}
        @click=${() => on.select(index)}
        @keydown=${(event: KeyboardEvent) => on.key(event, index)}
      ><bdi>${name}</bdi></button>`,
    )}
  </div>
`;
