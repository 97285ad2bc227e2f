export const SCHEMAS = ['funnel', 'analysis', 'matcher', 'catalog', 'identity'] as const;
export type SchemaName = (typeof SCHEMAS)[number];
