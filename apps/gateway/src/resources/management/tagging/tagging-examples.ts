export const taggingChangeExample = {
  operations: [
    { kind: 'variant', id: 'V1007', add: ['finish:matte'], remove: ['finish:dewy'] },
    { kind: 'product', id: 'P1', add: ['concern:dryness'] },
  ],
};

export const changedTaggingExample = {
  settingsVersion: 42,
  previousVersion: 41,
  applied: 2,
  withoutEffect: 0,
  warnings: [],
};

export const tagMatrixExample = {
  settingsVersion: 41,
  catalogVersion: 7,
  tags: ['concern:dryness', 'finish:matte'],
  tagTotal: 2,
  namespaces: { name: ['concern', 'finish'], tags: [1, 1] },
  products: {
    id: ['P1'],
    name: ['Velvet Foundation'],
    image: ['https://cdn.glow.example/velvet.jpg'],
    tags: [[0]],
    catalogTags: [[]],
  },
  variants: {
    id: ['V1007', 'V1008'],
    product: [0, 0],
    name: ['Ivory', 'Sand'],
    color: ['#f1d6c1', null],
    available: '10',
    tags: [[1], []],
    catalogTags: [[], [1]],
  },
  variantTotal: 2,
};

export const tagUsageExample = {
  tag: 'finish:matte',
  products: 12,
  variants: 48,
  byCatalog: 30,
  options: 2,
  rules: 1,
  tabs: 1,
  assortments: 0,
};
