import type { Runtime } from '../../loader/runtime.js';

/** The chat of the company works on this page. */
export const hasChat = ({ current }: Runtime): boolean => Boolean(current?.domainAllowed && current.components.chat);
