import type { Runtime, WidgetElement } from '../../loader/runtime.js';
import { openChatPanel } from './chat-panel.js';
import { hasChat } from './has-chat.js';

/** The widget, where it has something to show. */
export const findWidget = () => document.querySelector<WidgetElement>('svc-widget:not([hidden])');

/** Requests the code of what the button opens. That of a widget is there already. */
export function prepare(runtime: Runtime): void {
  if (runtime.current && !findWidget()) void runtime.load(hasChat(runtime) ? 'chat' : 'popup');
}

/**
 * Opens the widget where it is shown, else the chat, else the popup; the next of them where code cannot be loaded. A widget or a chat
 * of the page's own markup is scrolled to and gets the focus. docs/components.md B9.2.
 */
export async function openFromButton(runtime: Runtime, button: HTMLElement): Promise<boolean> {
  const widget = findWidget();
  if (widget && (await runtime.load('widget')) && !widget.hidden) {
    widget.openWidget();
    show(widget);
    return true;
  }
  if (hasChat(runtime) && (await runtime.load('chat'))) {
    const chat = document.querySelector<HTMLElement>('svc-chat');
    if (!chat) return openChatPanel(runtime, button);
    // By then the chat has built what it shows.
    await runtime.config();
    show(chat);
    return true;
  }
  return Boolean(await (await runtime.popup())?.open());
}

function show(element: HTMLElement): void {
  if (!element.hasAttribute('auto')) element.scrollIntoView({ block: 'nearest' });
  element.focus();
}
