/** What all routes of this folder share: they are open to every caller and need no service. */
export const system = { tag: 'System', permission: 'none' } as const;
