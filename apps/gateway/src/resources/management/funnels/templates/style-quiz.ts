import type { Template } from './template.js';

/** The questionnaire of the demo for clothes. A test compares it with demo/company.yaml. */
export const STYLE_QUIZ: Template = {
  name: ['Style quiz', 'Stilberatung'],
  description: [
    'Fashion: style, occasions, size and fit, materials, budget and colors.',
    'Mode: Stil, Anlässe, Größe und Passform, Materialien, Budget und Farben.',
  ],
  steps: [
    {
      key: 'mood',
      type: 'SINGLE_SELECTION',
      title: ['Which wardrobe would you move into?', 'In welchen Kleiderschrank würdest du einziehen?'],
      options: {
        minimal: ['Minimal and quiet', 'Minimalistisch und ruhig', { prefer: ['style:minimal'] }],
        classic: ['Classic, with good buttons', 'Klassisch, mit guten Knöpfen', { prefer: ['style:classic'] }],
        romantic: ['Romantic and soft', 'Romantisch und weich', { prefer: ['style:romantic'] }],
        sporty: ['Sporty and easy', 'Sportlich und unkompliziert', { prefer: ['style:sporty'] }],
        bohemian: ['Bohemian and warm', 'Bohemian und warm', { prefer: ['style:bohemian'] }],
      },
    },
    {
      key: 'occasion',
      type: 'MULTI_SELECTION',
      title: ['What are you dressing for?', 'Wofür ziehst du dich an?'],
      options: {
        work: ['Work', 'Arbeit', { prefer: ['occasion:work'] }],
        weekend: ['Weekend', 'Wochenende', { prefer: ['occasion:weekend'] }],
        evening: ['Evening', 'Abend', { prefer: ['occasion:evening'] }],
        travel: ['Travel', 'Reise', { prefer: ['occasion:travel'] }],
      },
    },
    {
      key: 'heel',
      type: 'SINGLE_SELECTION',
      title: ['Shoes for the evening: flat or heels?', 'Schuhe für den Abend: flach oder mit Absatz?'],
      required: false,
      showWhen: { step: 2, in: ['evening'] },
      options: {
        flat: ['Flat', 'Flach', { require: ['heel:flat'] }],
        heel: ['Heels', 'Mit Absatz', { require: ['heel:block', 'heel:high'] }],
      },
    },
    {
      key: 'size',
      type: 'SINGLE_SELECTION',
      title: ['Which size do you usually wear?', 'Welche Größe trägst du meistens?'],
      options: {
        XS: ['XS', 'XS', { require: ['size:XS'] }],
        S: ['S', 'S', { require: ['size:S'] }],
        M: ['M', 'M', { require: ['size:M'] }],
        L: ['L', 'L', { require: ['size:L'] }],
        XL: ['XL', 'XL', { require: ['size:XL'] }],
      },
    },
    {
      key: 'fit',
      type: 'SINGLE_SELECTION',
      title: ['How should clothes sit?', 'Wie soll Kleidung sitzen?'],
      options: {
        tailored: ['Tailored', 'Tailliert', { prefer: ['fit:tailored'] }],
        regular: ['Regular', 'Gerade', { prefer: ['fit:regular'] }],
        relaxed: ['Relaxed', 'Weit', { prefer: ['fit:relaxed'] }],
      },
    },
    {
      key: 'no_thanks',
      type: 'MULTI_SELECTION',
      title: ['Is there a material you do not wear?', 'Gibt es ein Material, das du nicht trägst?'],
      required: false,
      options: {
        wool: ['Wool', 'Wolle', { avoid: ['material:wool'] }],
        silk: ['Silk', 'Seide', { avoid: ['material:silk'] }],
        leather: ['Leather', 'Leder', { avoid: ['material:leather'] }],
        synthetics: ['Synthetics', 'Synthetik', { avoid: ['material:recycled_polyester'] }],
      },
    },
    {
      key: 'budget',
      type: 'SINGLE_SELECTION',
      title: ['What may one piece cost?', 'Was darf ein Teil kosten?'],
      required: false,
      options: {
        under_80: ['Under € 80', 'Unter 80 €', { prefer: ['price:under_80'] }],
        '80_to_150': ['€ 80 to 150', '80 bis 150 €', { prefer: ['price:under_80', 'price:80_to_150'] }],
        open: ['It may cost what it costs', 'Es darf kosten, was es kostet'],
      },
    },
    {
      key: 'hair',
      type: 'HAIR_COLOR',
      title: ['What is your natural hair color?', 'Welche Naturhaarfarbe hast du?'],
    },
    { key: 'eyes', type: 'EYE_COLOR', title: ['What color are your eyes?', 'Welche Augenfarbe hast du?'] },
    {
      key: 'undertone',
      type: 'SKIN_UNDERTONE',
      title: ['Which metal flatters you?', 'Welches Metall schmeichelt dir?'],
      options: {
        COOL: ['Cool: silver suits me', 'Kühl: Silber steht mir'],
        NEUTRAL: ['Neutral: both suit me', 'Neutral: beides steht mir'],
        WARM: ['Warm: gold suits me', 'Warm: Gold steht mir'],
      },
    },
    {
      key: 'contact',
      type: 'EMAIL',
      title: ['Where may we send your capsule?', 'Wohin dürfen wir deine Garderobe schicken?'],
      required: false,
      settings: { fields: ['firstName', 'email'] },
    },
  ],
};
