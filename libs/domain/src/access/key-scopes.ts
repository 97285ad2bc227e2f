/** Scopes of Company API Keys. docs/contract.md C5.2. */
export const KEY_SCOPES = ['funnel.read', 'analysis.create', 'order.write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Scopes of a key whose request names none. Orders must be asked for: a key in a page must not be able to report them. */
export const DEFAULT_KEY_SCOPES: readonly KeyScope[] = ['funnel.read', 'analysis.create'];
