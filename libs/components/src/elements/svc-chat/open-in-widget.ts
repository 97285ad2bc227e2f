import { selectChatTexts } from '../../chat/chat-texts.js';
import type { Runtime, WidgetElement } from '../../loader/runtime.js';
import { create } from '../shared/dom.js';
import { getConversation } from './page-conversation.js';
import type { SvcChat } from './svc-chat.element.js';

/** Header of the widget, and the way back. */
const OTHER_PX = 100;

/**
 * Shows the chat in the widget instead of what is there. docs/components.md B10.13.
 * @param showRest - shows again what the widget shows without the chat.
 * @param text - what the shopper asks immediately.
 */
export async function openInWidget(
  runtime: Runtime,
  widget: WidgetElement,
  showRest: () => void,
  text?: string,
): Promise<void> {
  const body = widget.shadowRoot?.querySelector('.body');
  if (!runtime.current || !body) return;
  const { back } = selectChatTexts(runtime.current.texts.language);
  const chat = create('svc-chat', { part: 'chat', class: 'inside' }) as SvcChat;
  chat.style.setProperty('--svc-chat-height', `calc(min(560px, 80dvh) - ${OTHER_PX}px)`);
  chat.style.setProperty('margin', '0 -16px -16px');
  const button = create('button', { type: 'button', class: 'toggle' }, `‹ ${back}`);
  button.style.setProperty('margin-inline-start', '-16px');
  button.addEventListener('click', () => {
    chat.remove();
    showRest();
    widget.focus();
  });
  body.replaceChildren(button, chat);
  widget.openWidget();
  runtime.count?.('CHAT_OPENED');
  // By then the chat has built what it shows.
  await runtime.config();
  if (text === undefined) return chat.focus();
  // A phone shows no keyboard for what is chosen.
  chat.shadowRoot?.querySelector<HTMLElement>('[role=log]')?.focus();
  const conversation = getConversation(runtime);
  await conversation.restore();
  await conversation.send({ text }, text);
}
