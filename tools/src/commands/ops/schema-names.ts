export const SCHEMAS = ['funnel', 'analysis', 'matcher', 'catalog', 'identity', 'insight', 'chat'] as const;
export type SchemaName = (typeof SCHEMAS)[number];
