import { useEffect, useState } from 'react';

/** What the user came from: of an entry of a menu, which closes, the button of the menu. */
function findOpener(): Element | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  return menu?.id ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : active;
}

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/** Focuses the heading of the screen if an element vanishes while it has the focus, as the button of a row that is loaded again. */
function watchRemoval(element: Element): void {
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    stop();
    if (isFocusLost()) focusHeading();
  });
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('focusin', stop);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', stop);
}

const focusHeading = () => document.querySelector<HTMLElement>('.page-title')?.focus({ preventScroll: true });

/**
 * Gives the focus back to what opened a dialog when the dialog is closed, or to the heading of the screen when that is gone, as a row
 * that the dialog removed. docs/dashboard.md Y5.1.
 */
export function useReturnFocus(): void {
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      setTimeout(() => {
        // Whatever has the focus by now was given it on purpose.
        if (!isFocusLost()) return;
        if (!(opener instanceof HTMLElement && opener.isConnected) || opener === document.body) return focusHeading();
        opener.focus({ preventScroll: true });
        watchRemoval(opener);
      });
    },
    [opener],
  );
}
