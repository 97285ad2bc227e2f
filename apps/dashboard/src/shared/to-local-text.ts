/** A text of a company file in the reader's language, or else in any that there is. */
export function toLocalText(text: unknown, language: string): string {
  if (typeof text === 'string') return text;
  if (typeof text !== 'object' || text === null) return '';
  const texts = text as Record<string, unknown>;
  const found = texts[language] ?? texts.default ?? Object.values(texts)[0];
  return typeof found === 'string' ? found : '';
}
