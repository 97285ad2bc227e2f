const TEXT_FIELDS = 'input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea,[contenteditable]';

/**
 * Hides an element (class `away`) while the shopper writes into a text field of the page and the screen is low.
 * @returns stops.
 */
export function avoidKeyboard(element: HTMLElement, low: MediaQueryList): () => void {
  const update = (): void => {
    const isTyping = low.matches && Boolean(document.activeElement?.matches(TEXT_FIELDS));
    element.classList.toggle('away', isTyping);
  };
  update();
  const stop = new AbortController();
  for (const type of ['focusin', 'focusout']) document.addEventListener(type, update, stop);
  low.addEventListener('change', update, stop);
  return () => stop.abort();
}
