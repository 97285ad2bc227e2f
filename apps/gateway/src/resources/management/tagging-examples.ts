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
