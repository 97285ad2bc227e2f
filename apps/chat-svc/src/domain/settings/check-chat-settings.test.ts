import { describe, expect, it } from 'vitest';
import { DEMO_SETTINGS } from '../../testing/demo-settings.js';
import { CHAT_LIMITS, type ChatSettings } from './chat-settings.js';
import { checkChatSettings } from './check-chat-settings.js';

const DOMAINS = ['linden-lune.example'];
const check = (change: Partial<ChatSettings>, names: readonly string[] = []) =>
  checkChatSettings({ ...DEMO_SETTINGS, ...change }, DOMAINS, names);
const entry = { key: 'a', questions: { en: ['Who?'] }, answer: { en: 'We.' } };

describe('settings of a chat', () => {
  it('of the demo company have no problem', () => {
    expect(check({})).toEqual([]);
  });

  it('refuse links that are not on a domain of the company', () => {
    const links = ['javascript:alert(1)', 'https://evil.example/x', 'https://evil-linden-lune.example/', 'shipping'];
    for (const link of links)
      expect(check({ faq: [{ ...entry, link }] })).toEqual([
        {
          path: 'faq[0].link',
          message: "faq[0].link must be an http(s) address on one of the company's domains.",
          isWarning: false,
        },
      ]);
  });

  it('refuse too many entries and too long answers', () => {
    const faq = Array.from({ length: CHAT_LIMITS.faqEntries + 1 }, () => entry);
    expect(check({ faq })).toMatchObject([{ path: 'faq', message: 'faq must have at most 100 entries; it has 101.' }]);
    expect(check({ faq: [{ ...entry, answer: { en: 'x'.repeat(1_001) } }] })).toMatchObject([
      { path: 'faq[0].answer', isWarning: false },
    ]);
  });

  it('warn about a product in an answer and about a missing privacy policy', () => {
    expect(check({ faq: [{ ...entry, answer: { en: 'Buy Quiet Serum.' } }] }, ['Quiet Serum'])).toMatchObject([
      { path: 'faq[0].answer', isWarning: true },
    ]);
    expect(check({ privacyUrl: undefined })).toMatchObject([{ path: 'privacyUrl', isWarning: true }]);
  });

  it('warn where an avoided word cannot be avoided', () => {
    expect(check({ avoidedWords: ['welcome'] })).toMatchObject([
      { path: 'greeting', message: 'greeting contains an avoided word.' },
    ]);
    expect(check({ avoidedWords: ['doctor'] })).toMatchObject([{ path: 'avoidedWords', isWarning: true }]);
  });
});
