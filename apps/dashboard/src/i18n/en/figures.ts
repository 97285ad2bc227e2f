export const texts = {
  'figures.table': 'Table',
  'figures.table.named': 'Table: {name}',
  'figures.definition': 'What is counted: {name}',
};
