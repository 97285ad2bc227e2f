import type { DragOrder } from './use-drag-order.js';

/** Where an item is taken to drag it. For pointers only: assistive technology and keyboards have buttons and keys. */
export const DragHandle = (props: ReturnType<DragOrder['toHandle']>) => (
  <span
    {...props}
    aria-hidden
    data-drag-handle
    style={{
      ...{ display: 'inline-grid', placeItems: 'center', flex: 'none', inlineSize: 28, blockSize: 28 },
      ...{ cursor: 'grab', touchAction: 'none', userSelect: 'none', color: 'var(--mantine-color-dimmed)' },
    }}
  >
    ⠿
  </span>
);
