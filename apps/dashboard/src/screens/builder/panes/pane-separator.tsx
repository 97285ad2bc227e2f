import type { KeyboardEvent, PointerEvent } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import { clampSize, PANE_LIMITS, type Pane, resizeByKey } from './pane-sizes.js';

/** Between two panes: dragged, or moved by arrow keys. It is there where the panes are next to each other. docs/dashboard.md Y71. */
export function PaneSeparator(props: { pane: Pane; size: number; onSize: (rem: number) => void }) {
  const { pane, size, onSize } = props;
  const { t } = useI18n();
  const { min, max } = PANE_LIMITS[pane];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = resizeByKey(pane, size, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onSize(next);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const area = event.currentTarget.closest('.builder')?.getBoundingClientRect();
    if (!area) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    onSize(clampSize(pane, (pane === 'steps' ? event.clientX - area.left : area.right - event.clientX) / rem));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be focused is a widget, which hr is not.
    <div
      role="separator"
      className="builder-separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t(pane === 'steps' ? 'builder.pane.steps' : 'builder.pane.preview')}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    />
  );
}
