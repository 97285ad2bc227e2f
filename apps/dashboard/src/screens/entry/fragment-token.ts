/** The token of a link. It is in the fragment, which reaches no log and no referrer. docs/identity.md I5.2. */
export const readFragmentToken = (): string => location.hash.slice(1);
