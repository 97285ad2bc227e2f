import type { LocalizedText } from '../catalog/chat-catalog.js';
import { TEXTS_DE } from '../compose/texts-de.js';
import { TEXTS_EN } from '../compose/texts-en.js';
import { hasPersonalData } from '../plan/personal-data.js';
import { hasAvoided } from './avoided-words.js';
import { CHAT_LIMITS, type ChatSettings } from './chat-settings.js';

/** A problem of settings: what is wrong and what to change. */
export interface SettingsProblem {
  readonly path: string;
  readonly message: string;
  /** A warning does not prevent saving. */
  readonly isWarning: boolean;
}

/**
 * Checks the settings of a chat.
 * @param domains - hosts on which links of the company may be.
 * @param productNames - names that an answer of the company should not contain: it would not follow the catalog.
 */
export function checkChatSettings(
  settings: ChatSettings,
  domains: readonly string[],
  productNames: readonly string[] = [],
): SettingsProblem[] {
  return [
    ...checkSizes(settings),
    ...checkLinks(settings, domains),
    ...checkFaq(settings, productNames),
    ...checkAvoidedWords(settings),
  ];
}

const error = (path: string, message: string): SettingsProblem => ({ path, message, isWarning: false });
const warning = (path: string, message: string): SettingsProblem => ({ path, message, isWarning: true });
const listTexts = ({ en, de }: LocalizedText = {}): string[] => [en, de].flatMap((text) => text ?? []);

function checkSizes({ starters, faq, avoidedWords, greeting }: ChatSettings): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  const limit = (path: string, count: number, max: number, of: string): void => {
    if (count > max) problems.push(error(path, `${path} must have at most ${max} ${of}; it has ${count}.`));
  };
  limit('starters', starters.length, CHAT_LIMITS.starters, 'entries');
  limit('faq', faq.length, CHAT_LIMITS.faqEntries, 'entries');
  limit('avoidedWords', avoidedWords.length, CHAT_LIMITS.avoidedWords, 'words');
  for (const text of listTexts(greeting)) limit('greeting', text.length, CHAT_LIMITS.greeting, 'characters');
  for (const [index, { answer }] of faq.entries())
    for (const text of listTexts(answer))
      limit(`faq[${index}].answer`, text.length, CHAT_LIMITS.faqAnswer, 'characters');
  for (const [index, word] of avoidedWords.entries()) {
    limit(`avoidedWords[${index}]`, word.length, CHAT_LIMITS.avoidedWord, 'characters');
    if (word.trim() === '') problems.push(error(`avoidedWords[${index}]`, `avoidedWords[${index}] must not be empty.`));
  }
  return problems;
}

function checkLinks({ faq, contactUrl, privacyUrl }: ChatSettings, domains: readonly string[]): SettingsProblem[] {
  const links = faq.map(({ link }, index) => [`faq[${index}].link`, link] as const);
  const problems = links.flatMap(([path, link]) =>
    link === undefined || isOnDomains(link, domains)
      ? []
      : [error(path, `${path} must be an http(s) address on one of the company's domains.`)],
  );
  if (contactUrl !== undefined && !/^mailto:[^\s@]+@[^\s@]+$/i.test(contactUrl) && !isWeb(contactUrl))
    problems.push(error('contactUrl', 'contactUrl must be an http(s) or mailto address.'));
  if (privacyUrl === undefined)
    problems.push(
      warning('privacyUrl', 'A chat should have a privacyUrl, so that shoppers can read how their messages are kept.'),
    );
  else if (!isWeb(privacyUrl)) problems.push(error('privacyUrl', 'privacyUrl must be an http(s) address.'));
  return problems;
}

function isWeb(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function isOnDomains(url: string, domains: readonly string[]): boolean {
  if (!isWeb(url)) return false;
  const { hostname } = new URL(url);
  return domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
}

function checkFaq({ faq }: ChatSettings, productNames: readonly string[]): SettingsProblem[] {
  return faq.flatMap(({ answer, questions }, index) => {
    const path = `faq[${index}]`;
    const texts = listTexts(answer);
    const problems: SettingsProblem[] = [];
    if (texts.length === 0)
      problems.push(error(`${path}.answer`, `${path}.answer must have a text in German or English.`));
    if ((questions.en ?? []).length + (questions.de ?? []).length === 0)
      problems.push(error(`${path}.questions`, `${path}.questions must have at least one question.`));
    const named = productNames.find((name) => texts.some((text) => text.includes(name)));
    if (named)
      problems.push(
        warning(`${path}.answer`, `${path}.answer names the product "${named}"; it does not change with the catalog.`),
      );
    if (texts.some(hasPersonalData))
      problems.push(
        warning(`${path}.answer`, `${path}.answer contains an e-mail address or a number; use contactUrl instead.`),
      );
    return problems;
  });
}

/** Texts of the service of which every wording has an avoided word, and texts of the company that have one. */
function checkAvoidedWords({ avoidedWords, greeting, starters, faq }: ChatSettings): SettingsProblem[] {
  const own = [TEXTS_EN, TEXTS_DE].flatMap(({ texts, actions, replies }) => [
    ...Object.entries(texts),
    ...Object.entries(actions),
    ...Object.entries(replies),
  ]);
  const problems = own
    .filter(([, wordings]) => wordings.every((wording) => hasAvoided(wording, avoidedWords)))
    .map(([key, [wording]]) =>
      warning('avoidedWords', `Each wording of ${key} has an avoided word, so the chat says: ${wording}`),
    );
  const texts: [string, LocalizedText | undefined][] = [
    ['greeting', greeting],
    ...starters.map((text, index): [string, LocalizedText] => [`starters[${index}]`, text]),
    ...faq.map(({ answer }, index): [string, LocalizedText] => [`faq[${index}].answer`, answer]),
  ];
  for (const [path, text] of texts)
    if (listTexts(text).some((given) => hasAvoided(given, avoidedWords)))
      problems.push(warning(path, `${path} contains an avoided word.`));
  return problems;
}
