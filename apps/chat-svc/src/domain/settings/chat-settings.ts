import { type ChatSettings, DEFAULT_CHAT_SETTINGS } from '@svc/domain';

/** What a company decides about its chat. Texts and questions are in the languages of the chat: `en` and `de`. */
export interface CompanyChatSettings extends ChatSettings {
  /** Page of the company about privacy. */
  privacyUrl: string | null;
}

export const DEFAULT_SETTINGS: CompanyChatSettings = { ...DEFAULT_CHAT_SETTINGS, privacyUrl: null };
