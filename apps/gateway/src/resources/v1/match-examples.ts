export const matchExamples = {
  variants: { matchedVariants: ['V2041', 'V1007', 'V1008'] },
  resultPage: {
    matchedVariants: ['V2041', 'V1007'],
    tabs: [
      { key: 'FACE', name: 'Face', description: 'For an even complexion', maxItemsToShow: 6, variants: ['V2041'] },
      { key: 'LIPS', name: 'Lips', variants: ['V1007'] },
    ],
  },
  nothing: { matchedVariants: [] },
};
