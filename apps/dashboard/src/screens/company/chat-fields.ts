import {
  CHAT_LANGUAGES,
  type ChatLanguage,
  type ChatSettings,
  DEFAULT_CHAT_SETTINGS,
  type FaqEntry,
  type LocalizedText,
  toChatText,
  toChatTexts,
} from '@svc/domain';
import type { CompanySettings, SettingsPatch } from '../../api/settings.js';
import { isOn, toSwitch } from './component-fields.js';
import { type FaqItem, parseFaq, toFaqText } from './faq-items.js';
import type { SettingsFields } from './use-settings-form.js';

const NAMES = [
  'greetingEn',
  'greetingDe',
  'startersEn',
  'startersDe',
  'contactUrl',
  'avoidedWords',
  'retentionDays',
  'model',
  'faq',
] as const;
export type ChatField = (typeof NAMES)[number];
export type ChatFields = Readonly<Record<ChatField, string>>;

const read = ({ settings }: CompanySettings): ChatSettings => ({
  ...DEFAULT_CHAT_SETTINGS,
  ...(settings as { chat?: Partial<ChatSettings> }).chat,
});

/** Lines of a text area: trimmed. */
export const toLines = (text: string): string[] => text.split('\n').map((line) => line.trim());
const toFilledLines = (text: string): string[] => toLines(text).filter((line) => line !== '');

function toFields(current: CompanySettings): ChatFields {
  const { language } = current;
  const { greeting, starters, contactUrl, avoidedWords, retentionDays, model, faq } = read(current);
  const greetings = greeting ? toChatText(greeting, language) : {};
  const texts = starters.map((text) => toChatText(text, language));
  // One line for each, also where a language lacks it: lines of the same number belong together.
  const linesIn = (of: ChatLanguage) =>
    texts
      .map((text) => text[of] ?? '')
      .join('\n')
      .trimEnd();
  return {
    greetingEn: greetings.en ?? '',
    greetingDe: greetings.de ?? '',
    startersEn: linesIn('en'),
    startersDe: linesIn('de'),
    contactUrl: contactUrl ?? '',
    avoidedWords: avoidedWords.join('\n'),
    retentionDays: String(retentionDays),
    model: toSwitch(model),
    faq: toFaqText(faq.map((entry) => toItem(entry, language))),
  };
}

function toItem({ key, questions, answer, link }: FaqEntry, language: string): FaqItem {
  const asked = toChatTexts(questions, language);
  const answers = toChatText(answer, language);
  return {
    key,
    link: link ?? '',
    en: { questions: asked.en.join('\n'), answer: answers.en ?? '' },
    de: { questions: asked.de.join('\n'), answer: answers.de ?? '' },
  };
}

type Texts = Readonly<Record<ChatLanguage, string>>;

/** A text with what the form says in the languages of the chat; unchanged ones and other languages stay as they are. */
function writeText(before: LocalizedText | undefined, wanted: Texts, language: string): LocalizedText {
  const shown = toChatText(before ?? {}, language);
  const others = Object.entries(before ?? {}).filter(([tag]) => !isOfChat(tag));
  if (before && CHAT_LANGUAGES.every((of) => wanted[of].trim() === (shown[of] ?? ''))) return before;
  const written = CHAT_LANGUAGES.map((of) => [of, wanted[of].trim()]).filter(([, text]) => text !== '');
  return Object.fromEntries([...others, ...written]);
}

const isOfChat = (tag: string): boolean => tag === 'default' || /^(?:en|de)(?:-|$)/i.test(tag);

function writeStarters(before: readonly LocalizedText[], fields: ChatFields, language: string): LocalizedText[] {
  const [en, de] = [toLines(fields.startersEn), toLines(fields.startersDe)];
  return Array.from({ length: Math.max(en.length, de.length) }, (_starter, index) =>
    writeText(before[index], { en: en[index] ?? '', de: de[index] ?? '' }, language),
  ).filter((text) => Object.keys(text).length > 0);
}

function writeEntry(item: FaqItem, before: FaqEntry | undefined, language: string): FaqEntry {
  const answer = writeText(before?.answer, { en: item.en.answer, de: item.de.answer }, language);
  const shown = before && toItem(before, language);
  const isUnchanged = CHAT_LANGUAGES.every((of) => shown?.[of].questions === item[of].questions);
  const others = Object.entries(before?.questions ?? {}).filter(([tag]) => !isOfChat(tag));
  const written = CHAT_LANGUAGES.map((of): [string, string[]] => [of, toFilledLines(item[of].questions)]);
  const questions =
    before && isUnchanged
      ? before.questions
      : Object.fromEntries([...others, ...written.filter(([, list]) => list.length > 0)]);
  return { key: item.key, questions, answer, link: item.link.trim() || null };
}

function toPatch(wanted: ChatFields, current: CompanySettings): SettingsPatch {
  const { language } = current;
  const before = read(current);
  const greeting = writeText(before.greeting ?? undefined, { en: wanted.greetingEn, de: wanted.greetingDe }, language);
  const days = wanted.retentionDays.trim();
  const chat = {
    ...before,
    greeting: Object.keys(greeting).length > 0 ? greeting : null,
    starters: writeStarters(before.starters, wanted, language),
    contactUrl: wanted.contactUrl.trim() || null,
    avoidedWords: toFilledLines(wanted.avoidedWords),
    // What is no number is sent as it was typed, and the service says what is wrong with it.
    retentionDays: days === '' || Number.isNaN(Number(days)) ? days : Number(days),
    model: isOn(wanted.model),
    faq: parseFaq(wanted.faq).map((item) =>
      writeEntry(
        item,
        before.faq.find(({ key }) => key === item.key),
        language,
      ),
    ),
  };
  return { settings: { ...current.settings, chat } as SettingsPatch['settings'] };
}

export const CHAT: SettingsFields<ChatField> = {
  names: NAMES,
  labels: {
    greetingEn: 'chat.greeting.en',
    greetingDe: 'chat.greeting.de',
    startersEn: 'chat.starters.en',
    startersDe: 'chat.starters.de',
    contactUrl: 'chat.contact',
    avoidedWords: 'chat.avoided',
    retentionDays: 'chat.retention',
    model: 'chat.model',
    faq: 'chat.faq',
  },
  toFields,
  toPatch,
  describe: (name, value) =>
    name === 'faq'
      ? parseFaq(value)
          .map(({ key }) => key)
          .join(', ')
      : value,
};
