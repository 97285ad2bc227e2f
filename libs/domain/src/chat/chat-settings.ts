import type { LocalizedText } from '../funnel/localize.js';

/** The languages that the chat understands and answers in. */
export const CHAT_LANGUAGES = ['en', 'de'] as const;
export type ChatLanguage = (typeof CHAT_LANGUAGES)[number];

/** A question that the company answers itself. */
export interface FaqEntry {
  key: string;
  /** Ways to ask, by BCP 47 tag. */
  questions: Record<string, string[]>;
  /** Printed as it is. */
  answer: LocalizedText;
  /** http(s), on a domain of the company. */
  link: string | null;
}

/** What a company decides about its chat; part of its settings. docs/chat.md T5. */
export interface ChatSettings {
  /** Days that a conversation is kept after its last message. 0: two hours. */
  retentionDays: number;
  /** A language model may choose what is answered. */
  model: boolean;
  /** Where the chat hands over to a person: http(s) or `mailto:`. */
  contactUrl: string | null;
  /** null: that of the service. */
  greeting: LocalizedText | null;
  /** Questions that are offered at the start; none: those of the service. */
  starters: LocalizedText[];
  faq: FaqEntry[];
  /** Words that sentences of the service avoid, in any language. */
  avoidedWords: string[];
}

export const DEFAULT_CHAT_SETTINGS: ChatSettings = {
  retentionDays: 30,
  model: false,
  contactUrl: null,
  greeting: null,
  starters: [],
  faq: [],
  avoidedWords: [],
};

/**
 * A text of a company in the languages of the chat. What has no language counts as the company language, or as English where that is
 * neither.
 */
export function toChatText(text: LocalizedText, companyLanguage: string): Partial<Record<ChatLanguage, string>> {
  const given = Object.entries(text).filter(([, value]) => value.trim() !== '');
  const find = (language: ChatLanguage): string | undefined =>
    (given.find(([tag]) => tag.toLowerCase() === language) ?? given.find(([tag]) => isLanguage(tag, language)))?.[1];
  const texts = { en: find('en'), de: find('de') };
  const fallback = toChatLanguage(companyLanguage);
  texts[fallback] ??= given.find(([tag]) => tag === 'default')?.[1];
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
}

/** Questions of a company in the languages of the chat, as `toChatText`. */
export function toChatTexts(texts: FaqEntry['questions'], companyLanguage: string): Record<ChatLanguage, string[]> {
  const found: Record<ChatLanguage, string[]> = { en: [], de: [] };
  for (const [tag, list] of Object.entries(texts)) {
    const language =
      tag === 'default' ? toChatLanguage(companyLanguage) : CHAT_LANGUAGES.find((known) => isLanguage(tag, known));
    if (language) found[language].push(...list);
  }
  return found;
}

/** The language in which the chat speaks for a company. @param language - BCP 47. */
export const toChatLanguage = (language: string): ChatLanguage => (isLanguage(language, 'de') ? 'de' : 'en');

const isLanguage = (tag: string, language: ChatLanguage): boolean => tag.toLowerCase().split('-')[0] === language;
