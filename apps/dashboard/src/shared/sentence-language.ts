/** The language of sentences about changes. */
export const toSentenceLanguage = (locale: string): 'de' | 'en' => (locale.startsWith('de') ? 'de' : 'en');
