import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** What gets the focus in a pane, the first that there is: the chosen question, the preview, a field, a button. */
const TARGETS = ['[aria-current="true"]', 'iframe', 'input:enabled', 'button:enabled'];

/**
 * F6 leads from one pane to the next, with Shift to the one before; Ctrl or Cmd with a point leads into the preview and back to where the
 * user was. Panes are the elements with `data-pane`. docs/dashboard.md Y15.
 * @param onReveal - a pane in a hidden part of the screen, which has this id, gets the focus.
 */
export function usePanes(area: RefObject<HTMLElement | null>, onReveal: (partId: string) => void) {
  const latest = useRef(onReveal);
  latest.current = onReveal;
  const lastOutside = useRef<HTMLElement | null>(null);
  const focus = useCallback((element: HTMLElement | null | undefined) => {
    const part = element?.closest<HTMLElement>('[hidden]');
    if (part) {
      // What is hidden takes no focus, and the screen is rendered again later.
      part.hidden = false;
      latest.current(part.id);
    }
    element?.focus();
  }, []);
  const focusPane = useCallback(
    (pane: Element | undefined) =>
      focus(TARGETS.map((target) => pane?.querySelector<HTMLElement>(target)).find((each) => each != null)),
    [focus],
  );
  /** @param key - as of a keyboard event. */
  const go = useCallback(
    (key: string, isBack: boolean) => {
      const panes = [...(area.current?.querySelectorAll('[data-pane]') ?? [])];
      const focused = document.activeElement;
      const current = panes.findIndex((pane) => pane.contains(focused));
      const preview = panes.findIndex((pane) => pane.querySelector('iframe'));
      if (key === 'F6') {
        const start = current < 0 && isBack ? panes.length : current;
        focusPane(panes[(start + (isBack ? -1 : 1) + panes.length) % panes.length]);
      } else if (focused instanceof HTMLIFrameElement) {
        if (lastOutside.current?.isConnected) focus(lastOutside.current);
        else focusPane(panes[0]);
      } else {
        lastOutside.current = focused instanceof HTMLElement ? focused : null;
        focusPane(panes[preview]);
      }
    },
    [area, focus, focusPane],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPoint = event.key === '.' && (event.ctrlKey || event.metaKey) && !event.altKey;
      // A dialog keeps the focus until it is closed.
      if ((event.key !== 'F6' && !isPoint) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      go(event.key, event.shiftKey);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [go]);
  return go;
}
