import { createContext, type PropsWithChildren, use, useCallback, useState } from 'react';
import { loadTranslator } from './languages.js';
import type { Translator } from './translator.js';

interface I18n extends Translator {
  /** Switches the language as soon as its texts are there. */
  setLocale(locale: string): Promise<void>;
}

const I18nContext = createContext<I18n | undefined>(undefined);

/** @param first - the language until the user's is known. */
export function I18nProvider({ first, children }: PropsWithChildren<{ first: Translator }>) {
  const [translator, setTranslator] = useState(first);
  const setLocale = useCallback(async (locale: string) => {
    const loaded = await loadTranslator(locale);
    document.documentElement.lang = loaded.locale;
    setTranslator(loaded);
  }, []);
  return <I18nContext value={{ ...translator, setLocale }}>{children}</I18nContext>;
}

export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error('useI18n is used outside of I18nProvider.');
  return i18n;
}
