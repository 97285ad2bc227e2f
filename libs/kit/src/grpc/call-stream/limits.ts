/** Calls that one client has at one replica. */
export const MAX_OUTSTANDING_CALLS = 1_000;
/** Calls that wait for a replica: more than a gateway has connections (2,000), which may all wake up at once. */
export const MAX_WAITING_CALLS = 4_000;
/** Calls of one stream that a server runs: it may hear of new ones before it hears that others were given up. */
export const MAX_RUNNING_CALLS = 2 * MAX_OUTSTANDING_CALLS;

/**
 * Larger requests (selfies, blueprints) and answers are cut into parts of this size, and small ones pass between them. Also the
 * aim for one message: larger buffers cost more per byte, since the allocator maps memory for each.
 */
export const PART_BYTES = 64 * 1024;

/** How often the streams of a client in use are looked after. */
export const BEAT_MS = 200;
/** Beats without an answer after which a replica gets no new calls: 0.8 s. */
export const SUSPECT_BEATS = 4;
/** Beats without an answer after which its calls are given up: 1.6 s, so that a match (2.5 s) can still be tried elsewhere. */
export const LOST_BEATS = 8;
/** Beats for which a call waits for a replica that answers, if its deadline allows: 2 s. A create would wait for 10 s, in vain. */
export const MAX_WAIT_BEATS = 10;
/** Longest rest of a channel for streams between two attempts to connect, milliseconds, give or take a fifth. */
export const MAX_RECONNECT_MS = 200;
/**
 * Beats for which a call waits while connections are refused: 0.6 to 0.8 s, longer than that rest and an attempt together. So a call
 * fails only when an attempt that began after it came was refused too, and a service that is up gets every call.
 */
export const RECONNECT_BEATS = 4;
/** Part of the penalty for answers of UNAVAILABLE that is left a beat later: half of it is gone in 0.6 s. */
export const PENALTY_KEPT = 0.8;

/** Beats between two new streams of a client in use, at most: each renews the stream to one replica, or finds another. 2 s. */
export const RENEWAL_BEATS = 10;
/** Age at which a stream that was not renewed is left: its replica is no longer among those that the name resolves to. 20 s. */
export const MAX_AGE_BEATS = 100;
/** New streams that have not yet answered, at a time. */
export const MAX_OPENING = 4;
/** Beats without a call after which streams are no longer looked after, and must answer a ping before the next call. 2 s. */
export const QUIET_BEATS = 10;
/** Streams of a client without calls are closed after this time. */
export const IDLE_MS = 20_000;

/** How long calls go one by one after a replica was met that offers no call streams (an older release). */
export const FALLBACK_MS = 10_000;
