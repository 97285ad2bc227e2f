import type { Wordings } from '@svc/domain';
import type { ComponentConfigBody } from './config-schema.js';

/** What components say to shoppers, and how the chat greets them. */
interface Texts {
  texts: ComponentConfigBody['texts'];
  greeting: Wordings;
  starters: Wordings[];
}

const en: Texts = {
  texts: {
    language: 'en',
    launcher: 'Find what suits you',
    close: 'Close',
    widget: 'Advice',
    expand: 'Show advice',
    collapse: 'Hide advice',
    invitation: 'Answer a few questions and see what suits you.',
    start: 'Start',
    suitsYou: 'Suits you',
    moreSuitsYou: 'More that suits you',
    allResults: 'See all results',
    yourResults: 'See your results',
    ask: 'Ask a question',
    addToCart: 'Add to cart',
    added: 'Added',
    inCart: 'In your cart',
    viewCart: 'View cart',
  },
  greeting: ['Hello! What are you looking for?', 'Welcome! How can I help?'],
  starters: [['What suits me?', 'What do you recommend?']],
};

const de: Texts = {
  texts: {
    language: 'de',
    launcher: 'Finde, was zu dir passt',
    close: 'Schließen',
    widget: 'Beratung',
    expand: 'Beratung anzeigen',
    collapse: 'Beratung ausblenden',
    invitation: 'Beantworte ein paar Fragen und sieh, was zu dir passt.',
    start: 'Starten',
    suitsYou: 'Passt zu dir',
    moreSuitsYou: 'Mehr, was zu dir passt',
    allResults: 'Alle Ergebnisse ansehen',
    yourResults: 'Deine Ergebnisse ansehen',
    ask: 'Frage stellen',
    addToCart: 'In den Warenkorb',
    added: 'Hinzugefügt',
    inCart: 'In deinem Warenkorb',
    viewCart: 'Zum Warenkorb',
  },
  greeting: ['Hallo! Wonach suchst du?', 'Willkommen! Was kann ich für dich tun?'],
  starters: [['Was passt zu mir?', 'Was empfiehlst du mir?']],
};

/** Texts in a language; English for all but German. @param locale - BCP 47. */
export const selectComponentTexts = (locale: string): Texts => (/^de(?:-|$)/i.test(locale) ? de : en);
