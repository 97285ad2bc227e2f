import type { Runtime } from '../../loader/runtime.js';
import { create } from '../shared/dom.js';
import { hasChat } from './has-chat.js';

/** Of the host while the chat is open, so that the button knows. */
const OPEN_CLASS = 'with-chat';

/** Height of a chat in which the shopper can read and write. On a screen that is lower, the panel scrolls. */
const MIN_PX = 260;

/** Above the button, and next to it where the screen is low; never higher or wider than the screen. */
const styles = `
#panel{--_h:calc(100dvh - 88px - env(safe-area-inset-bottom) - var(--svc-fab-inset-block,20px) - var(--_y,0px));--svc-chat-height:clamp(${MIN_PX}px,var(--_h),560px);position:absolute;inset-block-end:calc(100% + 12px);inset-inline-end:0;width:min(360px,100vw - 2*var(--svc-fab-inset-inline,20px));max-height:var(--_h);overflow:auto;border-radius:calc(var(--_cor,16)*1px);box-shadow:0 2px 16px rgb(0 0 0/.3)}
:host(.start) #panel{inset-inline:0 auto}
@media (max-height:420px) and (min-width:480px){#panel{--_h:calc(100dvh - 20px - env(safe-area-inset-bottom) - var(--svc-fab-inset-block,20px) - var(--_y,0px));inset-block-end:0;inset-inline-end:calc(100% + 12px);width:min(360px,100vw - 88px - var(--svc-fab-inset-inline,20px))}:host(.start) #panel{inset-inline:calc(100% + 12px) auto}}
#panel[hidden]{display:none}
`;

const findPanel = (button: HTMLElement): HTMLElement | null | undefined =>
  button.shadowRoot?.querySelector<HTMLElement>('#panel');

/**
 * Shows the chat in a panel at the button and moves the focus to its text field. The panel stays in the button, so that what the shopper
 * is writing is there when it is opened again. docs/components.md B9.6.
 */
export async function openChatPanel(runtime: Runtime, button: HTMLElement): Promise<boolean> {
  const panel = findPanel(button) ?? createPanel(runtime, button);
  if (!panel) return false;
  if (!button.classList.contains(OPEN_CLASS)) runtime.count?.('CHAT_OPENED');
  panel.hidden = false;
  button.classList.add(OPEN_CLASS);
  runtime.notify('widget');
  // By then the chat has built what it shows.
  await runtime.config();
  (panel.firstChild as HTMLElement).focus();
  return true;
}

/** Hides the panel, and moves the focus back to the button if it was in it. */
export function closeChatPanel(runtime: Runtime, button: HTMLElement): void {
  const panel = findPanel(button);
  if (!panel || panel.hidden) return;
  const hadFocus = panel.contains(button.shadowRoot?.activeElement ?? null);
  panel.hidden = true;
  button.classList.remove(OPEN_CLASS);
  if (hadFocus) button.focus();
  runtime.notify('widget');
}

function createPanel(runtime: Runtime, button: HTMLElement): HTMLElement | undefined {
  const root = button.shadowRoot;
  if (!root) return undefined;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const panel = create('div', { id: 'panel', part: 'panel' }, create('svc-chat'));
  panel.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Escape' && !isComposing) closeChatPanel(runtime, button);
  });
  const control = root.querySelector('button');
  control?.setAttribute('aria-controls', panel.id);
  root.append(panel);
  const stop = runtime.onChange((change) => {
    if (change !== 'settings' || hasChat(runtime)) return;
    stop();
    closeChatPanel(runtime, button);
    control?.removeAttribute('aria-controls');
    panel.remove();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
  });
  return panel;
}
