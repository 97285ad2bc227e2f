/** Limits of the specification and of the contract, each with its source. */

/** POST /api/v1/analyses: JSON body, bytes. Spec, Limits. */
export const MAX_ANALYSIS_BODY_BYTES = 4 * 1024 * 1024;
/** Decoded selfie, bytes. Spec, Limits. */
export const MAX_SELFIE_BYTES = 2 * 1024 * 1024;
/** Selfie, all frames counted. Contract, POST analyses. */
export const MAX_SELFIE_PIXELS = 24_000_000;
/** Selfie, pixels on each side. Contract, POST analyses. */
export const MIN_SELFIE_SIDE = 64;
/** Match: bytes after `?`. Spec, Limits. */
export const MAX_MATCH_QUERY_BYTES = 8 * 1024;
/** Match: productId plus variantId values as sent. Spec, Limits. */
export const MAX_MATCH_IDS = 100;
/** Match: bytes of one productId or variantId. */
export const MAX_SHOP_ID_BYTES = 255;
/** Match: eligible input variants. Spec, Limits. */
export const MAX_ELIGIBLE_VARIANTS = 2_000;
/** Match: serialized response, bytes. Spec, Limits. */
export const MAX_MATCH_RESPONSE_BYTES = 1024 * 1024;
/** Active Company API Keys per company. Spec, Limits. */
export const MAX_ACTIVE_API_KEYS = 20;
/** Idempotency-Key: printable ASCII characters. Contract, Idempotency. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** JSON nesting of a request body; the body is level 1. Contract, POST analyses. */
export const MAX_JSON_DEPTH = 32;
/** Free-text answer fields (names, e-mail, source), characters; longer text is dropped with a warning. */
export const MAX_TEXT_LENGTH = 1_024;
/** queryString, characters. */
export const MAX_QUERY_STRING_LENGTH = 8_192;
/** selectionValues rows that are read; further rows are dropped with a warning. */
export const MAX_SELECTION_ROWS = 2_000;
