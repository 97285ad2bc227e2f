export const tagRenameUndoExample = {
  previousVersion: 41,
  settingsVersion: 42,
  funnels: [
    {
      ...{ subdomain: 'beauty', publishedBefore: '5gNp1RtXv6dSbM3oYf0UhC', publishedAfter: '7kQzT2nWb5sLcE8aJd4MgR' },
      ...{ draftBefore: '', draftAfter: '' },
    },
  ],
};

export const tagRenameExample = {
  ...{ merges: false, products: 2, variants: 11, catalogProducts: 0, catalogVariants: 3 },
  options: [{ subdomain: 'beauty', stepId: 1, key: 'dry' }],
  rules: [{ subdomain: 'beauty', key: 'calm-redness' }],
  tabs: [],
  assortments: [],
  published: ['beauty'],
  edited: [],
  undo: tagRenameUndoExample,
};
