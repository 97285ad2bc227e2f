import { describe, expect, it } from 'vitest';
import { selectChatTexts, selectDisclosure } from './chat-texts.js';

describe('what the header of the chat says about its answers (docs/components.md B17.5, docs/chat.md T10.5)', () => {
  it.each([
    ['en', undefined, 'Automatic answers'],
    ['en', true, 'Automatic answers with a language model'],
    ['de', undefined, 'Automatische Antworten'],
    ['de', true, 'Automatische Antworten mit einem Sprachmodell'],
    ['fr', true, 'Automatic answers with a language model'],
  ] as const)('%s, with a language model: %s', (language, languageModel, expected) => {
    expect(selectDisclosure(selectChatTexts(language), { languageModel })).toBe(expected);
  });
});
