/** Detail of `svc-variant-clicked`. docs/contract.md C21.6. */
export interface ClickedVariant {
  id: string;
  name: string;
  link: string;
}

/** The visitor clicks a recommended variant in the widget. Dispatched on `document`. */
export class SvcVariantClickedEvent extends CustomEvent<ClickedVariant> {
  constructor(detail: ClickedVariant) {
    super('svc-variant-clicked', { detail });
  }
}

declare global {
  interface DocumentEventMap {
    'svc-variant-clicked': SvcVariantClickedEvent;
  }
}
