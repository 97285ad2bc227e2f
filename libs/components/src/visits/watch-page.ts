import type { ComponentConfig } from '../loader/component-config.js';
import type { Runtime } from '../loader/runtime.js';
import { readMessage } from '../messages/envelope.js';
import { PAGE_STATES } from '../messages/page-states.js';
import type { VisitCounter } from './visit-counter.js';

/** Elements whose shadow root has a frame of a funnel. */
const FRAMED = 'svc-analysis, svc-analysis-popup';

/**
 * Counts what the page shows and what the shopper does with it. It only looks on, so that the code of elements does not become
 * longer by it. What happens in frames is known by their messages, as far as they are those of funnels.
 */
export function watchPage(runtime: Runtime, { count }: VisitCounter): void {
  const config = (): ComponentConfig | null => runtime.current;
  let isWidgetOpen: boolean | undefined;

  /** Counts what is visible now. */
  function look(): void {
    if (getVisible('svc-floating-action-button', 'button')) count('BUTTON_SHOWN');
    if (document.activeElement?.closest('svc-chat')) count('CHAT_OPENED');
    const panel = getVisible('svc-widget', 'panel');
    if (panel) count('WIDGET_SHOWN');
    const isOpen = isWidgetExpanded(panel);
    // One that the page shows expanded was not opened by the shopper.
    if (isOpen && isWidgetOpen === false) count('WIDGET_OPENED');
    isWidgetOpen = isOpen;
    for (const { element, frame } of listFrames()) {
      const funnel = findFunnel(config(), frame);
      if (funnel && isPopupOpen(element)) count('POPUP_OPENED', funnel);
      // It was painted before the first message that is heard here.
      if (funnel && element.style.getPropertyValue('--_h'))
        count(new URL(frame.src).pathname.startsWith('/r/') ? 'RESULT_OPENED' : 'STEP_SHOWN', funnel);
    }
  }

  const onMessage = ({ data, source, origin }: MessageEvent): void => {
    const { frame } = listFrames().find((one) => one.frame.contentWindow === source) ?? {};
    const funnel = frame && findFunnel(config(), frame);
    const message = funnel && new URL(frame.src).origin === origin ? readMessage(data, PAGE_STATES) : undefined;
    if (message?.type === 'step-changed') count('STEP_SHOWN', funnel);
    if (message?.type === 'started') count('ANALYSIS_STARTED', funnel);
  };
  const onEvent = ({ type, target, detail }: CustomEvent<{ funnel?: string } | null>): void => {
    const isIn = (tag: string): boolean => Boolean((target as Element | null)?.closest?.(tag));
    if (type === 'click' && isIn('svc-floating-action-button')) count('BUTTON_OPENED');
    if (type === 'focusin' && isIn('svc-chat')) count('CHAT_OPENED');
    if (type === 'svc-analysis-finished') count('ANALYSIS_FINISHED', detail?.funnel);
    if (type === 'svc-result-page-opened') count('RESULT_OPENED', detail?.funnel);
  };

  let isPlanned = false;
  look();
  // Elements report in the middle of their changes; reading their boxes then would cost a layout.
  runtime.onChange(() => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      look();
    });
  });
  window.addEventListener('message', onMessage);
  for (const type of ['click', 'focusin', 'svc-analysis-finished', 'svc-result-page-opened'])
    document.addEventListener(type, onEvent as EventListener);
}

/** A part of the first such element of the page, if it takes up space. */
function getVisible(tag: string, part: string): Element | undefined {
  const found = document.querySelector(tag)?.shadowRoot?.querySelector(`[part~=${part}]`);
  return found && found.getClientRects().length > 0 ? found : undefined;
}

/** More than its header or its small card. */
const isWidgetExpanded = (panel: Element | undefined): boolean =>
  Boolean(panel && !panel.classList.contains('compact') && panel.querySelector('.body:not([hidden])'));

const isPopupOpen = (element: HTMLElement): boolean => (element as { isOpen?: unknown }).isOpen === true;

const listFrames = (): { element: HTMLElement; frame: HTMLIFrameElement }[] =>
  [...document.querySelectorAll<HTMLElement>(FRAMED)].flatMap((element) => {
    const frame = element.shadowRoot?.querySelector('iframe');
    return frame ? [{ element, frame }] : [];
  });

/** Sub-domain of the funnel that a frame shows. */
const findFunnel = (config: ComponentConfig | null, frame: HTMLIFrameElement): string | undefined =>
  config?.funnels.find(({ address }) => address === new URL(frame.src).origin)?.subdomain;
