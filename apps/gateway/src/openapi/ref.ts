/** A reference to a schema of the components. */
export const ref = (id: string): Record<string, unknown> => ({ $ref: `#/components/schemas/${id}` });
