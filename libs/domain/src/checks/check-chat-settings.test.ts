import { describe, expect, it } from 'vitest';
import { buildBlueprint } from '../blueprint/blueprint.testing.js';
import { DEFAULT_CHAT_SETTINGS, type FaqEntry, toChatText, toChatTexts } from '../chat/chat-settings.js';
import { checkBlueprint } from './check-blueprint.js';
import type { ExistingCompany } from './existing-company.js';
import { warnAboutBlueprint } from './warn-about-blueprint.js';

type Settings = ReturnType<typeof buildBlueprint>['settings'];
type Change = Partial<Record<keyof Settings['chat'], unknown>>;

const withChat = (change: Change, more: Partial<Settings> = {}) => {
  const blueprint = buildBlueprint();
  return {
    ...blueprint,
    settings: { ...blueprint.settings, ...more, chat: { ...blueprint.settings.chat, ...change } },
  };
};
/** Problems of the chat by their place in it. */
const check = (change: Change) => {
  const blueprint = withChat(change) as unknown as Parameters<typeof checkBlueprint>[0];
  return checkBlueprint(blueprint).map(({ path, message }) => [path.replace('/settings/chat', ''), message]);
};
const warn = (
  change: Change,
  more: Partial<Settings> = {},
  existing: ExistingCompany = { funnels: [], setKeys: [] },
) => {
  const { settings, language } = withChat(change, more) as unknown as Parameters<typeof warnAboutBlueprint>[0];
  const blueprint = existing.language === undefined ? { settings, language } : { settings };
  return warnAboutBlueprint({ ...blueprint } as typeof blueprint, existing, 'SEASONS_12').map(({ path, message }) => [
    path,
    message,
  ]);
};

const ENTRY: FaqEntry = { key: 'a', questions: { en: ['Who?'] }, answer: { en: 'We.' }, link: null };
const withLink = (link: string) => ({ faq: [{ ...ENTRY, link }] });
const FOREIGN = 'The link must be an http or https address on one of the domains of the company.';

describe('checkChatSettings (docs/chat.md T5, T5.2)', () => {
  it('accepts the settings of a complete company, and the defaults', () => {
    expect(check({})).toEqual([]);
    expect(check({ ...DEFAULT_CHAT_SETTINGS })).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    'https://evil.example/x',
    'https://evilshop.glow.example/',
    'https://shop.glow.example.evil.example/',
    'https://shop.glow.example@evil.example/',
    'https://evil.example\\@shop.glow.example/',
    'ftp://shop.glow.example/',
    '/shipping',
    `https://shop.glow.example/${'x'.repeat(2_048)}`,
  ])('refuses the link %s (docs/chat.md T5.4)', (link) => {
    expect(check(withLink(link))).toEqual([['/faq/0/link', FOREIGN]]);
  });

  it.each([
    'https://shop.glow.example',
    'HTTP://Shop.Glow.Example:8080/a?b#c',
    'https://help.shop.glow.example/a',
    'http://localhost:9999/a',
  ])('accepts the link %s (docs/chat.md T5.4)', (link) => {
    expect(check(withLink(link))).toEqual([]);
  });

  it('compares links with the domains in force where a file has none', () => {
    const { domains: _domains, ...blueprint } = withChat(withLink('https://shop.glow.example/'));
    const file = { settings: blueprint.settings } as unknown as Parameters<typeof checkBlueprint>[0];
    const existing = { funnels: [{ subdomain: 'beauty' }], setKeys: [] };
    expect(checkBlueprint(file, existing)).toMatchObject([{ path: '/settings/chat/faq/0/link' }]);
    expect(checkBlueprint(file, { ...existing, domains: ['shop.glow.example'] })).toEqual([]);
  });

  it.each<[string, Change, [string, string][]]>([
    ['91 days', { retentionDays: 91 }, [['/retentionDays', 'The value must be an integer from 0 to 90.']]],
    ['part of a day', { retentionDays: 0.5 }, [['/retentionDays', 'The value must be an integer from 0 to 90.']]],
    [
      '101 FAQ entries',
      { faq: Array.from({ length: 101 }, (_, index) => ({ ...ENTRY, key: `k${index}` })) },
      [['/faq', 'There must be at most 100 FAQ entries; there are 101.']],
    ],
    [
      'an answer of 1,001 characters',
      { faq: [{ ...ENTRY, answer: { en: 'x'.repeat(1_001) } }] },
      [['/faq/0/answer/en', 'The text must have at most 1000 characters; it has 1001.']],
    ],
    [
      'a key twice',
      { faq: [ENTRY, ENTRY] },
      [['/faq/1/key', 'The key must be unique: entry 0 of this list has the same.']],
    ],
    [
      'an entry without questions',
      { faq: [{ ...ENTRY, questions: { en: [] } }] },
      [['/faq/0/questions', 'There must be at least one question, for example { "en": ["…"] }.']],
    ],
    [
      'an empty answer',
      { faq: [{ ...ENTRY, answer: { en: ' ' } }] },
      [['/faq/0/answer', 'The text must be given in at least one language, for example { "default": "…" }.']],
    ],
    [
      'a language that is none',
      { faq: [{ ...ENTRY, questions: { '?': ['Who?'] } }] },
      [['/faq/0/questions/?', 'The key must be "default" or a BCP 47 language tag such as "de" or "en-GB".']],
    ],
    [
      'a contact that is no address',
      { contactUrl: 'javascript:alert(1)' },
      [['/contactUrl', 'The address must be absolute, start with https:// or http://, and contain no spaces.']],
    ],
    [
      'several mail addresses',
      { contactUrl: 'mailto:a@b.example,c@d.example' },
      [['/contactUrl', 'The address must be "mailto:" followed by one e-mail address.']],
    ],
    [
      'seven starters',
      { starters: Array.from({ length: 7 }, () => ({ en: 'What suits me?' })) },
      [['/starters', 'There must be at most 6 starters; there are 7.']],
    ],
    [
      'a starter of 101 characters',
      { starters: [{ en: 'x'.repeat(101) }] },
      [['/starters/0/en', 'The text must have at most 100 characters; it has 101.']],
    ],
    [
      'a greeting of 301 characters',
      { greeting: { de: 'x'.repeat(301) } },
      [['/greeting/de', 'The text must have at most 300 characters; it has 301.']],
    ],
    ['an empty avoided word', { avoidedWords: [' '] }, [['/avoidedWords/0', 'The text must not be empty.']]],
    [
      'an avoided word of 41 characters',
      { avoidedWords: ['x'.repeat(41)] },
      [['/avoidedWords/0', 'The text must have at most 40 characters.']],
    ],
  ])('refuses %s (docs/chat.md T5.1)', (_name, change, problems) => {
    expect(check(change)).toEqual(problems);
  });
});

describe('warnings about a chat (docs/chat.md T5.5)', () => {
  it('has none for a complete company', () => {
    expect(warn({})).toEqual([]);
  });

  const NO_QUESTION = ['/settings/chat/faq/0/questions', 'This entry has no question in the language of the company, '];
  const NO_ANSWER = ['/settings/chat/faq/0/answer', 'This answer has no text in the language of the company, '];
  const MUTE = ['/settings/chat/faq/0/answer', 'This answer is never given: the chat speaks English and German only.'];
  it.each<[string, Partial<FaqEntry>, (string | undefined)[][]]>([
    ['de-AT', {}, [NO_QUESTION, NO_ANSWER]],
    ['de-AT', { answer: { de: 'Wir.' } }, [NO_QUESTION]],
    ['de-AT', { questions: { 'de-CH': ['Wer?'] } }, [NO_ANSWER]],
    ['de-AT', { questions: { default: ['Wer?'] }, answer: { default: 'Wir.' } }, []],
    ['de-AT', { questions: { en: ['Who?'], de: [] }, answer: { de: 'Wir.' } }, [NO_QUESTION]],
    ['fr', {}, [NO_QUESTION, NO_ANSWER]],
    ['fr', { questions: { fr: ['Qui ?'] }, answer: { fr: 'Nous.' } }, [MUTE]],
    ['fr', { questions: { default: ['Who?'] }, answer: { default: 'We.' } }, []],
  ])('of a company whose language will be %s names an entry that is not in it: %j', (language, change, expected) => {
    const warnings = warn({ faq: [{ ...ENTRY, ...change }] }, {}, { funnels: [], setKeys: [], language });
    const named = expected.map(([path, text]) => [path, text?.endsWith(' ') ? `${text}"${language}".` : text]);
    expect(warnings).toEqual(named);
  });

  it('names a chat without a privacy notice, unless it is off', () => {
    const message = 'The chat is on, but there is no privacyUrl that explains how messages of shoppers are kept.';
    const components = { popup: true, widget: true, floatingActionButton: true, chat: false };
    const noNotice = { privacyUrl: null } as unknown as Partial<Settings>;
    expect(warn({}, noNotice)).toEqual([['/settings/privacyUrl', message]]);
    expect(warn({ ...DEFAULT_CHAT_SETTINGS }, noNotice)).toEqual([['/settings/privacyUrl', message]]);
    expect(warn({}, { ...noNotice, components } as unknown as Partial<Settings>)).toEqual([]);
  });

  it('names texts of the company that contain an avoided word, in any inflection that adds letters', () => {
    expect(warn({ greeting: { en: 'Our CHEAPEST prices!' } })).toEqual([
      ['/settings/chat/greeting/en', 'This text contains the avoided word "cheap".'],
    ]);
    expect(warn({ greeting: { en: 'Nothing is uncheap.' } })).toEqual([]);
  });
});

describe('texts of a company in the languages of the chat (docs/chat.md T5.3)', () => {
  it.each([
    [{ default: 'a', de: 'b' }, 'en', { en: 'a', de: 'b' }],
    [{ default: 'a' }, 'de-CH', { de: 'a' }],
    [{ default: 'a' }, 'fr', { en: 'a' }],
    [{ 'en-GB': 'a', 'de-AT': 'b' }, 'en', { en: 'a', de: 'b' }],
    [{ 'en-GB': 'a', en: 'b' }, 'de', { en: 'b' }],
    [{ fr: 'a', en: ' ' }, 'en', {}],
  ])('%j of a company that speaks %s is %j', (text, language, expected) => {
    expect(toChatText(text, language)).toEqual(expected);
  });

  it('questions of all regions of a language are asked in it', () => {
    const questions = { default: ['a'], 'de-AT': ['b'], de: ['c'], fr: ['d'] };
    expect(toChatTexts(questions, 'en')).toEqual({ en: ['a'], de: ['b', 'c'] });
  });
});
