/** Detail of `svc-variant-clicked`. docs/contract.md C21.6. */
export interface ClickedVariant {
  id: string;
  name: string;
  link: string;
}

/** The visitor clicks a recommended variant in the widget. Dispatched on `document`; canceling it stops the navigation. */
export class SvcVariantClickedEvent extends CustomEvent<ClickedVariant> {
  constructor(detail: ClickedVariant) {
    super('svc-variant-clicked', { detail, bubbles: true, cancelable: true });
  }
}

declare global {
  interface DocumentEventMap {
    'svc-variant-clicked': SvcVariantClickedEvent;
  }
}
