/** Languages that explanations are written in; a company of another language reads English. */
export type ExplanationLanguage = 'en' | 'de';
