import type { Template } from './template.js';

/** Of those who want skincare only, colors are not asked. */
const showWhen = { not: { step: 1, in: ['skincare'] } };

/** The cosmetics questionnaire of the demo. A test compares it with demo/company.yaml. */
export const FIND_YOUR_SHADE: Template = {
  name: ['Find your shade', 'Finde deinen Farbton'],
  description: [
    'Cosmetics: goal, concerns and finish, colors of hair, eyes and skin, a selfie.',
    'Kosmetik: Ziel, Anliegen und Finish, Farben von Haar, Augen und Haut, ein Selfie.',
  ],
  steps: [
    {
      key: 'goal',
      type: 'SINGLE_SELECTION',
      title: ['What are you looking for today?', 'Wonach suchst du heute?'],
      options: {
        full_look: ['The whole look', 'Den ganzen Look'],
        complexion: [
          'A perfect base',
          'Den perfekten Teint',
          { require: ['area:complexion', 'area:cheeks', 'area:tools'] },
        ],
        color: [
          'Lips, eyes and nails',
          'Lippen, Augen und Nägel',
          { require: ['area:lips', 'area:eyes', 'area:nails', 'area:cheeks'] },
        ],
        skincare: ['Calm, healthy skin', 'Ruhige, gesunde Haut', { require: ['area:skincare'] }],
      },
    },
    {
      key: 'skin_concern',
      type: 'MULTI_SELECTION',
      title: ['What would your skin like help with?', 'Wobei möchte deine Haut Hilfe?'],
      required: false,
      options: {
        dryness: ['Dryness', 'Trockenheit', { prefer: ['concern:dryness'] }],
        oiliness: [
          'Shine and large pores',
          'Glanz und große Poren',
          { prefer: ['concern:oiliness'], avoid: ['texture:balm'] },
        ],
        blemishes: ['Blemishes', 'Unreinheiten', { prefer: ['concern:blemishes'] }],
        redness: ['Redness', 'Rötungen', { prefer: ['concern:redness'] }],
        pigmentation: ['Dark spots', 'Pigmentflecken', { prefer: ['concern:pigmentation'] }],
        fine_lines: ['Fine lines', 'Feine Linien', { prefer: ['concern:fine_lines'] }],
        dullness: ['Tired, dull skin', 'Müde, fahle Haut', { prefer: ['concern:dullness'] }],
        sensitivity: [
          'Sensitivity',
          'Empfindlichkeit',
          { prefer: ['concern:sensitivity', 'free_from:fragrance'], avoid: ['ingredient:fragrance'] },
        ],
      },
    },
    { key: 'age', type: 'AGE', title: ['How old are you?', 'Wie alt bist du?'] },
    {
      key: 'finish',
      type: 'SINGLE_SELECTION',
      title: ['Which finish do you love?', 'Welches Finish liebst du?'],
      showWhen,
      options: {
        matte: ['Matte: no shine, please', 'Matt: bitte kein Glanz', { prefer: ['finish:matte'] }],
        satin: ['Satin: like good skin', 'Satin: wie gute Haut', { prefer: ['finish:satin'] }],
        radiant: [
          'Radiant: I want to glow',
          'Strahlend: ich will leuchten',
          { prefer: ['finish:radiant', 'finish:shimmer'] },
        ],
        no_preference: ['Surprise me', 'Überrasch mich'],
      },
    },
    {
      key: 'hair',
      type: 'HAIR_COLOR',
      title: ['What is your natural hair color?', 'Welche Naturhaarfarbe hast du?'],
      showWhen,
    },
    { key: 'eyes', type: 'EYE_COLOR', title: ['What color are your eyes?', 'Welche Augenfarbe hast du?'], showWhen },
    {
      key: 'skin',
      type: 'SKIN_COLOR',
      title: ['Which tone is closest to your skin?', 'Welcher Ton kommt deiner Haut am nächsten?'],
      showWhen,
    },
    { key: 'undertone', type: 'SKIN_UNDERTONE', title: ['And your undertone?', 'Und dein Unterton?'], showWhen },
    {
      key: 'selfie',
      type: 'SELFIE',
      title: ['Would you like to add a selfie?', 'Möchtest du ein Selfie hinzufügen?'],
      required: false,
      // A picture is never asked of children.
      showWhen: { all: [showWhen, { not: { field: 'ageRange', in: ['UNDER_16'] } }] },
    },
    {
      key: 'contact',
      type: 'EMAIL',
      title: ['Where may we send your look?', 'Wohin dürfen wir deinen Look schicken?'],
      required: false,
      settings: { fields: ['firstName', 'email'] },
    },
  ],
};
