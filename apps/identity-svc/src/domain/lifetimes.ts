/** Lifetimes of sessions and links, milliseconds. docs/identity.md I4, I5. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const IDLE_MS = 12 * HOUR_MS;
export const SESSION_MS = 7 * DAY_MS;
/** For the second factor of a sign-in. */
export const CHALLENGE_MS = 10 * MINUTE_MS;
export const FRESH_MS = 10 * MINUTE_MS;
/** How long a replaced session token is still accepted: for requests that were on their way. */
export const FORMER_TOKEN_MS = MINUTE_MS;
export const INVITATION_MS = 7 * DAY_MS;
export const MAILED_RESET_MS = 30 * MINUTE_MS;
export const SHOWN_RESET_MS = 60 * MINUTE_MS;

export const addMs = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
