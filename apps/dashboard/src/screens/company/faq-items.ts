import type { ChatLanguage } from '@svc/domain';

/** An FAQ entry as its form shows it: questions are lines. */
export type FaqItem = {
  readonly key: string;
  readonly link: string;
} & Readonly<Record<ChatLanguage, { readonly questions: string; readonly answer: string }>>;

/** All entries as one text, as the fields of a form are. */
export const toFaqText = (items: readonly FaqItem[]): string => JSON.stringify(items);

/** @param text - of `toFaqText`. */
export const parseFaq = (text: string): FaqItem[] => JSON.parse(text);

const EMPTY = { questions: '', answer: '' };

/** With a new entry at the end, whose key no other entry has. */
export function addItem(items: readonly FaqItem[]): FaqItem[] {
  const keys = new Set(items.map(({ key }) => key));
  let number = items.length + 1;
  while (keys.has(`question-${number}`)) number += 1;
  return [...items, { key: `question-${number}`, link: '', en: EMPTY, de: EMPTY }];
}

/** What an entry is called in its list: its first question, in this language where it has one. */
export function nameItem(item: FaqItem, language: ChatLanguage): string {
  const other: ChatLanguage = language === 'de' ? 'en' : 'de';
  const lines = [...item[language].questions.split('\n'), ...item[other].questions.split('\n')];
  return lines.map((line) => line.trim()).find((line) => line !== '') ?? '';
}
