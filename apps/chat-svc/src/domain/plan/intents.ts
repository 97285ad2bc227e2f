/** What a message wants. A plan has one of them. */
export const INTENTS = [
  'GREETING',
  'THANKS',
  'HELP',
  'FIND',
  'REFINE',
  'WHAT_SUITS_ME',
  'DOES_THIS_SUIT_ME',
  'WHY',
  'COMPARE',
  'PRICE',
  'AVAILABLE',
  'SIZES',
  'COLOR_TYPE',
  'ADD_TO_CART',
  'START_ANALYSIS',
  'OPEN_RESULTS',
  'FAQ',
  'CONTACT',
  'ORDER',
  'DELETE',
  'PRIVACY',
  'RESTART',
  'MEDICAL',
  'DISCOUNT',
  'PERSONAL',
  'OUT_OF_SCOPE',
  'UNKNOWN',
] as const;
export type Intent = (typeof INTENTS)[number];

/** Intents of which the answer is fixed and names no product. The lexicon decides them; a model cannot override them. */
export const FIXED_INTENTS: ReadonlySet<Intent> = new Set<Intent>([
  'MEDICAL',
  'PERSONAL',
  'DISCOUNT',
  'OUT_OF_SCOPE',
  'ORDER',
  'DELETE',
  'PRIVACY',
  'RESTART',
  'CONTACT',
]);
