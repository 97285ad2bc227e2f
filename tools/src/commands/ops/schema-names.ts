export const SCHEMAS = ['funnel', 'analysis', 'matcher', 'catalog', 'identity', 'insight'] as const;
export type SchemaName = (typeof SCHEMAS)[number];
