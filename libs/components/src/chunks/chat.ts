/** Chunk `chat`: `svc-chat`. Loaded where a page has it, or when a shopper opens the chat. */
import { openInWidget as open } from '../elements/svc-chat/open-in-widget.js';
import { SvcChat } from '../elements/svc-chat/svc-chat.element.js';
import type { Runtime, WidgetElement } from '../loader/runtime.js';

let page: Runtime | undefined;

export function define(runtime: Runtime): void {
  page = runtime;
  runtime.define('svc-chat', SvcChat);
}

/** Shows the chat in the widget. @param text - what the shopper asks immediately. */
export async function openInWidget(widget: WidgetElement, showRest: () => void, text?: string): Promise<void> {
  if (page) await open(page, widget, showRest, text);
}
