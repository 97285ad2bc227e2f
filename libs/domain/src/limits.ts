/** Limits of the specification and of the contract, each with its source. */

/** POST /api/v1/analyses: JSON body, bytes. docs/contract.md C18. */
export const MAX_ANALYSIS_BODY_BYTES = 4 * 1024 * 1024;
/** Decoded selfie, bytes. docs/contract.md C18. */
export const MAX_SELFIE_BYTES = 2 * 1024 * 1024;
/** Selfie, all frames counted. docs/contract.md C8.6. */
export const MAX_SELFIE_PIXELS = 24_000_000;
/** Selfie, pixels on each side. docs/contract.md C8.6. */
export const MIN_SELFIE_SIDE = 64;
/** POST …/media: bytes of an uploaded picture. docs/management.md "Pictures"; so are the next four. */
export const MAX_PICTURE_BYTES = 1024 * 1024;
/** Uploaded picture, pixels on each side. */
export const MAX_PICTURE_SIDE = 4_096;
/** Stored picture, pixels on the longer side. */
export const STORED_PICTURE_SIDE = 1_280;
/** Stored pictures of a company. */
export const MAX_PICTURES = 1_000;
/** Stored pictures of a company, bytes together. */
export const MAX_PICTURES_BYTES = 200 * 1024 * 1024;
/** Match: bytes after `?`. docs/contract.md C18. */
export const MAX_MATCH_QUERY_BYTES = 8 * 1024;
/** Match: productId plus variantId values as sent. docs/contract.md C18. */
export const MAX_MATCH_IDS = 100;
/** Match: bytes of one productId or variantId. */
export const MAX_SHOP_ID_BYTES = 255;
/** Match: eligible input variants. docs/contract.md C18. */
export const MAX_ELIGIBLE_VARIANTS = 2_000;
/** Match: serialized response, bytes. docs/contract.md C18. */
export const MAX_MATCH_RESPONSE_BYTES = 1024 * 1024;
/** Match: seconds for which browsers may serve it again. docs/contract.md C18; so are the next two. */
export const MATCH_BROWSER_AGE_S = 900;
/** Match: seconds for which CDNs may serve it again. */
export const MATCH_CDN_AGE_S = 600;
/** Match: further seconds for which a CDN may serve it while it asks. The directive needs seconds to be valid. */
export const MATCH_CDN_STALE_S = 300;
/** Active Company API Keys per company. docs/contract.md C18. */
export const MAX_ACTIVE_API_KEYS = 20;
/** Idempotency-Key: printable ASCII characters. docs/contract.md C10. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** JSON nesting of a request body; the body is level 1. docs/contract.md C8.6. */
export const MAX_JSON_DEPTH = 32;
/** Values of a JSON request body, itself included, keys not. Blueprints and replays may have more. docs/adr/0035-bounded-bodies.md. */
export const MAX_JSON_VALUES = 10_000;
/** Free-text answer fields (names, e-mail, source), characters; longer text is dropped with a warning. */
export const MAX_TEXT_LENGTH = 1_024;
/** selfieConsentVersion, characters. */
export const MAX_CONSENT_VERSION_LENGTH = 64;
/** queryString, characters. */
export const MAX_QUERY_STRING_LENGTH = 8_192;
/** selectionValues rows that are read; further rows are dropped with a warning. */
export const MAX_SELECTION_ROWS = 2_000;
/** Warnings of one kind in an answer; further ones are counted in one sentence. */
export const MAX_WARNINGS_PER_KIND = 20;
/** Name of an unknown body field that a warning may repeat, characters. */
export const MAX_ECHOED_NAME_LENGTH = 64;
/** Step ids: PostgreSQL int4. */
export const MAX_STEP_ID = 2_147_483_647;

/** POST /api/v1/events: JSON body, bytes. docs/events.md, Limits; so are the next six. */
export const MAX_EVENTS_BODY_BYTES = 64 * 1024;
/** Events of one batch. */
export const MAX_EVENT_BATCH = 50;
/** Events stored of one analysis. */
export const MAX_EVENTS_PER_ANALYSIS = 2_000;
/** Event id, printable ASCII characters. */
export const MAX_EVENT_ID_LENGTH = 64;
/** Place of a variant in the list that was shown, from 0. */
export const MAX_EVENT_POSITION = 10_000;
/** How late an event may be reported, days. */
export const MAX_EVENT_AGE_DAYS = 7;
/** How far a client's clock may be ahead, minutes. */
export const MAX_EVENT_LEAD_MINUTES = 5;

/** GET /api/components/v1/page: address of a shop page, characters. docs/components.md. */
export const MAX_PAGE_URL_LENGTH = 2_048;

/** Blueprint and replay: values, as `MAX_JSON_VALUES` counts them. Ten of each of 200,000 variants. docs/adr/0035-bounded-bodies.md. */
export const MAX_BLUEPRINT_VALUES = 2_000_000;
/** An edit of a funnel, bytes. docs/management.md "Editing a funnel". */
export const MAX_EDIT_BYTES = 4 * 1024 * 1024;
/** Blueprint: funnels of a company. */
export const MAX_FUNNELS = 200;
/** Blueprint: steps of a version. */
export const MAX_STEPS = 100;
/** Blueprint: options of a step. */
export const MAX_SELECTIONS = 200;
/** Blueprint: entries of `formerKeys` or `formerIds`. */
export const MAX_FORMER = 500;
/** Blueprint: rules of a funnel. */
export const MAX_RULES = 200;
/** Blueprint: tabs of a result page. */
export const MAX_TABS = 50;
/** Blueprint: product sets of a company. */
export const MAX_SETS = 1_000;
/** Blueprint: members of a set. */
export const MAX_SET_MEMBERS = 100;
/** Blueprint: quantity of a set member, and size of a dynamic set. */
export const MAX_SET_QUANTITY = 1_000;
/** Blueprint: domains of a company. */
export const MAX_DOMAINS = 100;
/** Blueprint: days for which analyses are kept: the least, and the most. docs/operations.md "What is kept how long". */
export const ANALYSIS_RETENTION_DAYS: readonly [least: number, most: number] = [30, 36_500];
/** Blueprint: products of `catalog`; a feed carries more. */
export const MAX_BLUEPRINT_PRODUCTS = 20_000;
/** Blueprint: variants of `catalog`. */
export const MAX_BLUEPRINT_VARIANTS = 50_000;
/** Blueprint: tags of one product, variant, option or target. */
export const MAX_TAGS = 200;
/** Blueprint: ids of one target, assortment or tab. */
export const MAX_TARGET_IDS = 2_000;
/** Tagging of a company: tags of all entries together, when operations add some. */
export const MAX_TAGGING_TAGS = 1_000_000;
/** Tag matrix: rows of variants, and columns. */
export const MAX_MATRIX_VARIANTS = 20_000;
export const MAX_MATRIX_TAGS = 400;
/** Operations of one request that change tags. */
export const MAX_TAGGING_OPERATIONS = 20_000;
/** Changes of tags in one arm of a test, which every replica that matches reads. docs/insight.md N13.15. */
export const MAX_ARM_TAGGING_OPERATIONS = 1_000;
/** A tag `namespace:value`, characters. */
export const MAX_TAG_LENGTH = 200;
/** Blueprint: a text in one language, characters. */
export const MAX_COPY_LENGTH = 2_000;
/** Blueprint: languages of one text. */
export const MAX_TRANSLATIONS = 50;
/** Blueprint: a name (company, funnel, product, variant), characters. */
export const MAX_NAME_LENGTH = 255;
/** Blueprint: an option, rule, tab or set key, characters. */
export const MAX_KEY_LENGTH = 100;
/** Blueprint: a URL, characters. */
export const MAX_URL_LENGTH = 2_048;
/** Blueprint: conditions inside one another. */
export const MAX_CONDITION_DEPTH = 10;
/** Blueprint: parts of one condition, all levels counted. */
export const MAX_CONDITION_PARTS = 500;
/** Feed: hours between two runs unless the company sets others. docs/contract.md C18. */
export const FEED_INTERVAL_HOURS = 12;
/** Blueprint: hours between two runs of a feed. */
export const MAX_FEED_HOURS = 168;
/** Blueprint: radius of corners of a page, pixels. */
export const MAX_CORNER_RADIUS = 32;
/** Blueprint: `zIndex`, on both sides of 0. CSS integers have 32 bits. */
export const MAX_Z_INDEX = 2_147_483_647;
/** Blueprint: `tracking.attributionDays`. */
export const MAX_ATTRIBUTION_DAYS = 30;
/** Blueprint: entries of `tracking.parameters`. */
export const MAX_TRACKING_PARAMETERS = 20;
/** Blueprint: `chat.retentionDays`. docs/chat.md T5.2. */
export const MAX_CHAT_RETENTION_DAYS = 90;
/** Blueprint: `chat.starters`, and one in one language, characters: it is a button. */
export const MAX_CHAT_STARTERS = 6;
export const MAX_STARTER_LENGTH = 100;
/** Blueprint: `chat.greeting` in one language, characters. */
export const MAX_GREETING_LENGTH = 300;
/** Blueprint: a question of an FAQ entry, characters. */
export const MAX_QUESTION_LENGTH = 200;
/** Blueprint: entries of `chat.faq`. */
export const MAX_FAQ_ENTRIES = 100;
/** Blueprint: questions of an FAQ entry in one language. */
export const MAX_FAQ_QUESTIONS = 20;
/** Blueprint: answer of an FAQ entry in one language, characters. */
export const MAX_FAQ_ANSWER_LENGTH = 1_000;
/** Blueprint: `chat.avoidedWords`, and characters of one. */
export const MAX_AVOIDED_WORDS = 100;
export const MAX_AVOIDED_WORD_LENGTH = 40;
/** Blueprint: a key of another system, characters. */
export const MAX_FOREIGN_KEY_LENGTH = 200;
/** Blueprint: problems that one answer lists; further ones are counted. */
export const MAX_PROBLEMS = 200;
/** Blueprint: warnings that one answer lists; further ones are counted. */
export const MAX_BLUEPRINT_WARNINGS = 100;

/** Chat: size of a body, bytes. docs/chat.md T7.1. */
export const MAX_CHAT_BODY_BYTES = 8 * 1024;
/** Chat: characters of a message. docs/chat.md T7.1. */
export const MAX_CHAT_TEXT_LENGTH = 500;

/** Visits: size of a body, bytes. docs/insight.md N2.4. */
export const MAX_VISIT_BODY_BYTES = 16 * 1024;
/** Visits: events of one report. */
export const MAX_VISIT_BATCH = 50;
/** Visits: number of an event within its visit. */
export const MAX_VISIT_EVENT_NUMBER = 9_999;
/** Visits: time of an event since its visit began, milliseconds: a day. */
export const MAX_VISIT_MS = 24 * 60 * 60 * 1_000;

/** Orders: size of a body, bytes. docs/insight.md N5.3. */
export const MAX_ORDER_BODY_BYTES = 64 * 1024;
/** Refunds: size of a body, bytes. */
export const MAX_REFUND_BODY_BYTES = 16 * 1024;
/** Orders and refunds: lines. */
export const MAX_ORDER_LINES = 100;
/** Orders: pieces of one line. */
export const MAX_ORDER_QUANTITY = 100_000;
/** Orders: analyses that are read. Orders that name more of them are stored and counted. docs/insight.md N6.8. */
export const MAX_ORDER_ANALYSES = 20;
/** Refunds reduce an order for this long. docs/insight.md N7.3. */
export const REFUND_DAYS = 60;
/** Orders and refunds: age in days. They are kept as long. */
export const MAX_ORDER_AGE_DAYS = 400;
