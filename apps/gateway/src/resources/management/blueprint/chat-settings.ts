import {
  DEFAULT_CHAT_SETTINGS,
  MAX_AVOIDED_WORDS,
  MAX_CHAT_RETENTION_DAYS,
  MAX_CHAT_STARTERS,
  MAX_FAQ_ENTRIES,
  MAX_FAQ_QUESTIONS,
} from '@svc/domain';
import { z } from 'zod';
import { boundedArray, boundedRecord } from './bounded.js';
import { copy, flag, list, localizedText, orDefault } from './fields.js';

const faqEntry = z
  .strictObject({
    key: z.string(),
    questions: boundedRecord(boundedArray(z.string(), { max: MAX_FAQ_QUESTIONS, what: 'questions' })).describe(
      'Ways to ask, by BCP 47 tag.',
    ),
    answer: localizedText.describe('Printed as it is.'),
    link: orDefault(z.string().nullable(), () => null).describe('http or https, on one of the domains.'),
  })
  .meta({ id: 'FaqEntry' });

/** `settings.chat`. Formats are `checkChatSettings` of libs/domain. */
export const chatSettings = orDefault(
  z
    .strictObject({
      retentionDays: orDefault(z.int(), () => DEFAULT_CHAT_SETTINGS.retentionDays).describe(
        `Days that a conversation is kept after its last message, 0 to ${MAX_CHAT_RETENTION_DAYS}; 0: two hours.`,
      ),
      model: flag(DEFAULT_CHAT_SETTINGS.model).describe(
        'A language model, where the operator has connected one, may choose what is answered. It never writes the answer.',
      ),
      contactUrl: orDefault(z.string().nullable(), () => null).describe(
        'Where the chat hands over to a person: http, https or mailto.',
      ),
      greeting: orDefault(localizedText.nullable(), () => null).describe('null: that of the service.'),
      starters: list(localizedText, { max: MAX_CHAT_STARTERS, what: 'starters' }).describe(
        'Questions that are offered at the start.',
      ),
      faq: list(faqEntry, { max: MAX_FAQ_ENTRIES, what: 'FAQ entries' }).describe(
        'Questions that the company answers in its own words.',
      ),
      avoidedWords: list(z.string(), { max: MAX_AVOIDED_WORDS, what: 'avoided words' }).describe(
        'Words that sentences of the service avoid, in any language.',
      ),
    })
    .meta({ id: 'ChatSettings' }),
  copy(DEFAULT_CHAT_SETTINGS),
);
