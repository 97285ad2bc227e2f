import { connectToParent, type EmbedOptions, type ParentLink, type TrackingState } from '@svc/components';
import { type FunnelPage, isAllowedOrigin } from '@svc/domain';
import { currentScheme } from '../shared/theme/apply-theme.js';

export interface EmbeddingHandlers {
  onHello(options: EmbedOptions): void;
  onFocus(): void;
  onClose(): void;
  onTracking(state: TrackingState): void;
}

/** The line to the page that embeds this one; without a frame it does nothing. */
export interface Embedding extends Pick<ParentLink, 'isFramed' | 'isComponent' | 'send'> {
  /** What the embedding page said at the beginning; null before that. */
  readonly options: EmbedOptions | null;
}

/**
 * Connects the page to a shop page of the company: how high it is, how it looks, and Escape in a dialog. Visitor actions
 * are reported by the modules that handle them. docs/contract.md C22.
 * @param root - the element that has the page's height.
 */
export function embed(page: FunnelPage, root: HTMLElement, handlers: EmbeddingHandlers): Embedding {
  let options: EmbedOptions | null = null;
  const link = connectToParent({
    window,
    allows: (origin) => origin === location.origin || isAllowedOrigin(origin, page.domains),
    onHello(given) {
      options = given;
      handlers.onHello(given);
    },
    onFocus: handlers.onFocus,
    onClose: handlers.onClose,
    onTracking: handlers.onTracking,
  });
  if (link.isFramed) {
    sendHeight(root, link);
    sendTheme(page, link);
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented && options?.popup) link.send('close-requested', {});
    });
  }
  return {
    isFramed: link.isFramed,
    isComponent: link.isComponent,
    send: link.send,
    get options() {
      return options;
    },
  };
}

/** At most once a frame. */
function sendHeight(root: HTMLElement, link: ParentLink): void {
  let sentHeight = -1;
  let pending = 0;
  new ResizeObserver(() => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(() => {
      const height = Math.ceil(root.getBoundingClientRect().height);
      if (height === sentHeight || height === 0) return;
      sentHeight = height;
      link.send('height', { height });
    });
  }).observe(root);
}

function sendTheme({ theme }: FunnelPage, link: ParentLink): void {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  const report = (): void =>
    link.send('theme', {
      colorScheme: currentScheme(theme, prefersDark.matches),
      accentColor: theme.accentColor,
    });
  report();
  prefersDark.addEventListener('change', report);
}
