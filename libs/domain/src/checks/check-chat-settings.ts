import { hasAvoidedWord } from '../chat/avoided-words.js';
import { type ChatSettings, type FaqEntry, toChatLanguage, toChatText } from '../chat/chat-settings.js';
import { isOnDomains } from '../chat/is-on-domains.js';
import type { LocalizedText } from '../funnel/localize.js';
import {
  MAX_AVOIDED_WORD_LENGTH,
  MAX_AVOIDED_WORDS,
  MAX_CHAT_RETENTION_DAYS,
  MAX_CHAT_STARTERS,
  MAX_FAQ_ANSWER_LENGTH,
  MAX_FAQ_ENTRIES,
  MAX_FAQ_QUESTIONS,
  MAX_GREETING_LENGTH,
  MAX_QUESTION_LENGTH,
  MAX_STARTER_LENGTH,
  MAX_URL_LENGTH,
} from '../limits.js';
import {
  checkCount,
  checkInteger,
  checkKey,
  checkLocalized,
  checkName,
  checkUnique,
  checkUrl,
} from './check-values.js';
import type { Path, Problems } from './problems.js';

/** A company as far as the checks of its chat need it, as it will be. */
export interface ChatOwner {
  /** Where links may lead: these hosts, with or without a port, and hosts below them. */
  domains: readonly string[];
  /** Company language, BCP 47. */
  language: string;
}

/** Checks what a company decides about its chat. docs/chat.md T5. */
export function checkChatSettings(
  settings: ChatSettings,
  { domains }: ChatOwner,
  path: Path,
  problems: Problems,
): void {
  const { retentionDays, contactUrl, greeting, starters, faq, avoidedWords } = settings;
  checkInteger(retentionDays, [0, MAX_CHAT_RETENTION_DAYS], [...path, 'retentionDays'], problems);
  checkContact(contactUrl, [...path, 'contactUrl'], problems);
  if (greeting) checkText(greeting, MAX_GREETING_LENGTH, [...path, 'greeting'], problems);
  checkCount(starters, MAX_CHAT_STARTERS, 'starters', [...path, 'starters'], problems);
  starters.forEach((text, index) => {
    checkText(text, MAX_STARTER_LENGTH, [...path, 'starters', index], problems);
  });
  checkCount(faq, MAX_FAQ_ENTRIES, 'FAQ entries', [...path, 'faq'], problems);
  checkUnique(faq, ({ key }) => key, { path: [...path, 'faq'], field: 'key', what: 'key' }, problems);
  faq.forEach((entry, index) => {
    checkEntry(entry, domains, [...path, 'faq', index], problems);
  });
  checkCount(avoidedWords, MAX_AVOIDED_WORDS, 'avoided words', [...path, 'avoidedWords'], problems);
  avoidedWords.forEach((word, index) => {
    checkName(word, [...path, 'avoidedWords', index], problems, MAX_AVOIDED_WORD_LENGTH);
  });
}

function checkEntry(
  { key, questions, answer, link }: FaqEntry,
  domains: readonly string[],
  path: Path,
  problems: Problems,
): void {
  checkKey(key, [...path, 'key'], problems);
  const lists = Object.entries(questions);
  if (lists.every(([, list]) => list.length === 0))
    problems.add([...path, 'questions'], 'There must be at least one question, for example { "en": ["…"] }.');
  for (const [tag, list] of lists) {
    const at = [...path, 'questions', tag];
    checkLocalized({ [tag]: 'checked below' }, [...path, 'questions'], problems);
    checkCount(list, MAX_FAQ_QUESTIONS, 'questions', at, problems);
    list.forEach((question, index) => {
      checkName(question, [...at, index], problems, MAX_QUESTION_LENGTH);
    });
  }
  checkText(answer, MAX_FAQ_ANSWER_LENGTH, [...path, 'answer'], problems);
  if (link !== null && !isOnDomains(link, domains))
    problems.add([...path, 'link'], 'The link must be an http or https address on one of the domains of the company.');
}

function checkText(text: LocalizedText, maxLength: number, path: Path, problems: Problems): void {
  checkLocalized(text, path, problems);
  for (const [tag, value] of Object.entries(text))
    if (value.length > maxLength)
      problems.add([...path, tag], `The text must have at most ${maxLength} characters; it has ${value.length}.`);
}

function checkContact(url: string | null, path: Path, problems: Problems): void {
  if (url === null || !/^mailto:/i.test(url)) checkUrl(url, path, problems);
  else if (url.length > MAX_URL_LENGTH || !/^mailto:[^\s@]+@[^\s@]+$/i.test(url))
    problems.add(path, 'The address must be "mailto:" followed by one e-mail address.');
}

type Warn = (path: Path, message: string) => void;

/**
 * Warns about a chat that cannot answer in the company's language, or that shoppers cannot judge.
 * @param chat.isOn - `settings.components.chat`.
 */
export function warnAboutChatSettings(
  settings: ChatSettings,
  chat: { language: string; privacyUrl: string | null; isOn: boolean },
  path: Path,
  warn: Warn,
): void {
  const { faq, greeting, starters, avoidedWords } = settings;
  if (chat.isOn && chat.privacyUrl === null)
    warn(
      [...path.slice(0, -1), 'privacyUrl'],
      'The chat is on, but there is no privacyUrl that explains how messages of shoppers are kept.',
    );
  for (const [index, entry] of faq.entries()) warnAboutEntry(entry, chat.language, [...path, 'faq', index], warn);
  const texts: [Path, LocalizedText][] = [
    ...(greeting ? [[[...path, 'greeting'], greeting] satisfies [Path, LocalizedText]] : []),
    ...starters.map((text, index): [Path, LocalizedText] => [[...path, 'starters', index], text]),
    ...faq.map(({ answer }, index): [Path, LocalizedText] => [[...path, 'faq', index, 'answer'], answer]),
  ];
  for (const [at, text] of texts)
    for (const [tag, value] of Object.entries(text)) {
      const avoided = avoidedWords.find((word) => hasAvoidedWord(value, [word]));
      if (avoided !== undefined) warn([...at, tag], `This text contains the avoided word "${avoided}".`);
    }
}

/** An entry in another language than the company's is understood, or answered, only by shoppers who write in that one. */
function warnAboutEntry({ questions, answer }: FaqEntry, language: string, path: Path, warn: Warn): void {
  const isOfCompany = (tag: string): boolean => tag === 'default' || toPrimary(tag) === toPrimary(language);
  const lists = Object.entries(questions);
  if (!lists.some(([tag, list]) => isOfCompany(tag) && list.length > 0))
    warn([...path, 'questions'], `This entry has no question in the language of the company, "${language}".`);
  const texts = toChatText(answer, language);
  if (!Object.entries(answer).some(([tag, text]) => isOfCompany(tag) && text.trim() !== ''))
    warn([...path, 'answer'], `This answer has no text in the language of the company, "${language}".`);
  else if (texts[toChatLanguage(language)] === undefined)
    warn([...path, 'answer'], 'This answer is never given: the chat speaks English and German only.');
}

const toPrimary = (tag: string): string | undefined => tag.toLowerCase().split('-')[0];
