/** A company that has every kind of step, so that every rule of a submission can be seen. Its language is French. */
export const ALL_STEPS = [
  {
    id: 21,
    key: 'goals',
    type: 'MULTI_SELECTION',
    orderNumber: 8,
    title: 'Your goals',
    selections: options('glow', 'calm'),
  },
  { id: 10, type: 'HAIR_COLOR', orderNumber: 0, title: 'Your hair' },
  { id: 11, type: 'EYE_COLOR', orderNumber: 1, title: 'Your eyes' },
  { id: 12, type: 'SKIN_COLOR', orderNumber: 2, title: 'Your skin color' },
  { id: 13, type: 'SKIN_UNDERTONE', orderNumber: 3, title: 'Your undertone' },
  { id: 14, type: 'AGE', orderNumber: 4, title: 'Your age' },
  { id: 15, type: 'SELFIE', orderNumber: 5, title: 'Your selfie' },
  { id: 16, type: 'EMAIL', orderNumber: 6, title: 'Your contact' },
  {
    id: 20,
    key: 'skin',
    type: 'SINGLE_SELECTION',
    orderNumber: 7,
    title: 'Your skin',
    selections: options('dry', 'oily'),
  },
];

/** One option per key; each requires the tag `skin:<key>`. */
export function options(...keys: string[]) {
  return keys.map((key) => ({ key, tags: { require: [`skin:${key}`], prefer: [], avoid: [] } }));
}

/** One question with these options, under this step id. */
export const question = (id: number, selections: object[], rest: object = {}) => ({
  id,
  key: 'skin',
  type: 'SINGLE_SELECTION',
  title: 'Your skin',
  selections,
  ...rest,
});

/** One product per id with one variant of the same id; the tag is the id's part before `-`. */
export const products = (...ids: string[]) =>
  ids.map((id) => ({
    shopSystemId: `P-${id}`,
    name: id,
    url: `https://shop.example/${id}`,
    tags: [`skin:${id.split('-')[0]}`],
    variants: [{ shopSystemId: id, name: id, available: true }],
  }));

export function contractCompany(overrides: object = {}) {
  return {
    name: 'Contract Company',
    language: 'fr',
    catalog: { products: products('dry-1', 'oily-1', 'plain-1') },
    funnels: [
      { subdomain: 'all', name: 'Every step', published: { steps: ALL_STEPS } },
      { subdomain: 'one', name: 'One question', published: { steps: [question(1, options('dry', 'oily'))] } },
    ],
    ...overrides,
  };
}

/** Answers to every step of the funnel `all`: a submission with these has no warning. */
export const COMPLETE = {
  hairColor: 'BROWN',
  eyeColor: 'GREEN',
  skinColor: 'MEDIUM',
  skinUndertone: 'WARM',
  ageRange: 'BETWEEN_25_AND_34',
  email: 'secret.person@mail.example',
  firstName: 'Secretia',
  lastName: 'Hiddenson',
  selectionValues: [
    { stepId: 20, selectedKey: 'dry' },
    { stepId: 21, selectedKey: 'glow' },
  ],
};
