import { createComponentCreator } from './create-components.js';
import { ELEMENTS } from './elements.js';
import type { Change, PageRuntime, PopupElement } from './runtime.js';

declare const navigator: Navigator & { globalPrivacyControl?: boolean };

/**
 * Completes the runtime with what elements share, creates the elements that the company switched on, and loads the code of those
 * that the page has.
 */
export function managePage(runtime: PageRuntime): void {
  const creator = createComponentCreator(document);
  const listeners = new Set<(change: Change) => void>();
  /** An element whose code could not be loaded does not cause requests again and again. */
  const seen = new WeakSet<HTMLElement>();

  const isFree = (tag: string): boolean => {
    if (!customElements.get(tag)) return true;
    runtime.warn('taken', `Another script defined ${tag}.`);
    return false;
  };

  /** Loads the code of the elements that are in the page. A popup's code waits until the popup is opened. */
  function scan(): void {
    // One search for all of them, because it is repeated after every change of the page.
    for (const element of document.querySelectorAll<HTMLElement>(':not(:defined)')) {
      const chunk = ELEMENTS.find(([tag]) => tag === element.localName)?.[1];
      if (chunk === 'popup' || chunk === 'launcher') runtime.provide(element, chunk);
      if (chunk === 'widget') {
        const { settings, current } = runtime;
        element.hidden =
          element.hasAttribute('auto') &&
          // The widget shows results on product pages, and the chat on all.
          !(
            settings.productId ||
            current?.components.chat ||
            current?.productPaths.some((path) => location.pathname.startsWith(path))
          );
      }
      const isOpen = element.getAttribute('is-open') ?? element.getAttribute('isopen') ?? 'false';
      if (chunk === 'popup' ? isOpen === 'false' : chunk === 'widget' && element.hidden) continue;
      if (!chunk || seen.has(element)) continue;
      seen.add(element);
      if (chunk === 'frame') void runtime.load(chunk);
      void runtime.config().then((config) => config && runtime.load(chunk));
    }
  }

  Object.assign(runtime, {
    define(tag, element) {
      if (isFree(tag)) customElements.define(tag, element);
    },
    async popup() {
      const tag = 'svc-analysis-popup';
      const element = document.querySelector<PopupElement>(tag) ?? creator.append(tag);
      return (await runtime.load('popup')) && (element as PopupElement);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(change) {
      for (const listener of [...listeners]) listener(change);
    },
    apply() {
      const { current, settings } = runtime;
      if (!current) return;
      const { domainAllowed, tracking } = current;
      const implied =
        tracking.consent === 'IMPLIED' && !navigator.globalPrivacyControl && navigator.doNotTrack !== '1'
          ? 'granted'
          : 'denied';
      runtime.consent = (tracking.consent !== 'OFF' && settings.consent) || implied;
      if (!domainAllowed) runtime.warn('domain', `Add ${location.host} to the company's domains.`);
      creator.update(current, domainAllowed && !settings.noAutomaticComponentCreation);
      scan();
    },
  } satisfies Partial<PageRuntime>);

  for (const [tag] of ELEMENTS) isFree(tag);
  scan();
  try {
    // Orders of an earlier page load wait to be sent.
    if (localStorage['svc:outbox']) void runtime.load('orders');
  } catch {}
  new MutationObserver(scan).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['is-open', 'isopen'],
  });
}
