const OPAQUE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * An id to look up: the value itself, or one that no resource ever has when the value cannot be an id. So a malformed id
 * is handled like an unknown one - the key is checked, then the answer is the same 404 - and no odd bytes travel.
 * Ids are opaque; only their alphabet and a length bound are relied upon.
 */
export const toLookupId = (value: string): string => (OPAQUE_ID.test(value) ? value : '-');
