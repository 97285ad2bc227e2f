/** Chunk `chat`: `svc-chat`. Loaded where a page has it, or when a shopper opens the chat. */
import { SvcChat } from '../elements/svc-chat/svc-chat.element.js';
import type { Runtime } from '../loader/runtime.js';

export const define = (runtime: Runtime): void => runtime.define('svc-chat', SvcChat);
