import type { Template, TemplateStep } from './template.js';

const goal: TemplateStep = {
  key: 'goal',
  type: 'SINGLE_SELECTION',
  title: ['What are you looking for?', 'Wonach suchst du?'],
  options: { care: ['Care', 'Pflege'], makeup: ['Makeup', 'Make-up'] },
};

/** The shortest beginning: one question with two answers. */
export const ONE_QUESTION: Template = {
  name: ['One question', 'Eine Frage'],
  description: ['The goal of the shopper, to be changed as you like.', 'Das Ziel der Kundschaft, beliebig änderbar.'],
  steps: [goal],
};

/** One question of each kind that most funnels have. */
export const THREE_QUESTIONS: Template = {
  name: ['Three questions', 'Drei Fragen'],
  description: ['Goal, skin and age.', 'Ziel, Haut und Alter.'],
  steps: [
    goal,
    {
      key: 'skin',
      type: 'MULTI_SELECTION',
      title: ['How is your skin?', 'Wie ist deine Haut?'],
      options: {
        dry: ['Dry', 'Trocken', { prefer: ['concern:dryness'] }],
        oily: ['Oily', 'Fettig', { prefer: ['concern:oiliness'] }],
        sensitive: ['Sensitive', 'Empfindlich', { prefer: ['concern:sensitivity'] }],
      },
    },
    { key: 'age', type: 'AGE', title: ['How old are you?', 'Wie alt bist du?'], required: false },
  ],
};
