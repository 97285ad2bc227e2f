import type { ChatSettings } from '../domain/settings/chat-settings.js';

/** Settings of the demo company's chat in tests. */
export const DEMO_SETTINGS: ChatSettings = {
  greeting: { en: 'Welcome to Linden & Lune!', de: 'Willkommen bei Linden & Lune!' },
  starters: [
    { en: 'What suits me?', de: 'Was passt zu mir?' },
    { en: 'Show me bestsellers', de: 'Zeig mir Bestseller' },
    { en: 'How long does delivery take?', de: 'Wie lange dauert die Lieferung?' },
  ],
  faq: [
    {
      key: 'shipping',
      questions: {
        en: ['How long does delivery take?', 'What does shipping cost?'],
        de: ['Wie lange dauert die Lieferung?', 'Was kostet der Versand?'],
      },
      answer: { en: 'Delivery takes two days.', de: 'Die Lieferung dauert zwei Tage.' },
      link: 'https://www.linden-lune.example/shipping',
    },
    {
      key: 'returns',
      questions: { en: ['How can I return something?'], de: ['Wie kann ich etwas zurückgeben?'] },
      answer: { en: 'Returns are possible within 30 days.', de: 'Du kannst innerhalb von 30 Tagen zurückgeben.' },
      link: 'https://www.linden-lune.example/returns',
    },
    {
      key: 'animals',
      questions: { en: ['Do you test on animals? Are you cruelty free?'], de: ['Macht ihr Tierversuche?'] },
      answer: { en: 'We do not test on animals.', de: 'Wir machen keine Tierversuche.' },
    },
  ],
  contactUrl: 'https://www.linden-lune.example/contact',
  privacyUrl: 'https://www.linden-lune.example/privacy',
  avoidedWords: [],
  model: false,
};
