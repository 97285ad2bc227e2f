import type { ExplanationLanguage } from './explanation-language.js';

const LIFT_TEXTS = {
  en: {
    more: 'Shoppers who chose {caption} choose {variant} {times} × as often.',
    less: 'Shoppers who chose {caption} choose {variant} only {times} × as often.',
  },
  de: {
    more: 'Wer {caption} gewählt hat, wählt {variant} {times}-mal so oft.',
    less: 'Wer {caption} gewählt hat, wählt {variant} nur {times}-mal so oft.',
  },
} as const;

/** A lift in words. @param variant - its name. */
export function describeLift(
  language: ExplanationLanguage,
  { caption, times }: { caption: string; times: number },
  variant: string,
): string {
  const values = { caption, variant, times: times.toLocaleString(language, { maximumFractionDigits: 2 }) };
  return LIFT_TEXTS[language][times < 1 ? 'less' : 'more'].replace(
    /\{(\w+)\}/g,
    (_, name: keyof typeof values) => values[name],
  );
}
