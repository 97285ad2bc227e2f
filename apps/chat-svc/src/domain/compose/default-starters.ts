import { TEXTS_DE } from './texts-de.js';
import { TEXTS_EN } from './texts-en.js';

/** Offered where the company has no starters. docs/chat.md T1.10. */
export const DEFAULT_STARTERS = [{ kind: 'WHAT_SUITS_ME' }, { kind: 'CHEAPEST' }, { kind: 'CONTACT' }] as const;

/** The wordings of each, for the opening of the chat. Sent as a message, each is understood as if it was pressed. */
export const listDefaultStarters = () =>
  DEFAULT_STARTERS.map(({ kind }) => ({ en: TEXTS_EN.replies[kind], de: TEXTS_DE.replies[kind] }));
