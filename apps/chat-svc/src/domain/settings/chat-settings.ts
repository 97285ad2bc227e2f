import type { LocalizedText } from '../catalog/chat-catalog.js';

/** A question that the company answers itself. */
export interface FaqEntry {
  readonly key: string;
  readonly questions: { readonly en?: readonly string[] | undefined; readonly de?: readonly string[] | undefined };
  readonly answer: LocalizedText;
  /** http(s). */
  readonly link?: string | undefined;
}

/** What a company sets for its chat (`ChatSettings` of libs/domain), in the languages of the chat. */
export interface ChatSettings {
  /** Replaces the greeting of the service. */
  readonly greeting?: LocalizedText | undefined;
  /** Topics that are offered at the start, as questions of a shopper. */
  readonly starters: readonly LocalizedText[];
  readonly faq: readonly FaqEntry[];
  /** Where the chat hands over to a person; http(s) or `mailto:`. */
  readonly contactUrl?: string | undefined;
  readonly privacyUrl?: string | undefined;
  /** Words that answers must not contain, in any language. */
  readonly avoidedWords: readonly string[];
  /** Whether a language model may choose plans. */
  readonly model: boolean;
}

export const DEFAULT_CHAT_SETTINGS: ChatSettings = { starters: [], faq: [], avoidedWords: [], model: false };
