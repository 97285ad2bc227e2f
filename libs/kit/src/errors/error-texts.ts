import type { ErrorDetail } from './error-detail.js';
import type { ErrorCode } from './error-table.js';

/** What a caller reads about an error code. Markdown, except for `message` and `details`. */
export interface ErrorText {
  /** What happened, as one sentence. */
  title: string;
  /** Where the code occurs. */
  routes: string;
  /** The message that is sent where the thrower has nothing more precise to say, or one that is really sent. */
  message: string;
  cause: string;
  /** What the caller must change or do. */
  remedy: string;
  /** Whether the same request may be sent again. Absent: it gets the same response. */
  repeat?: string;
  /** When the `Retry-After` of the page's table is not a fixed number. */
  retryAfter?: string;
  /** Headers of the example. */
  headers?: string;
  /** What else a reader should know. */
  note?: string;
  details?: readonly ErrorDetail[];
}

const CREATES = '`POST /api/v1/analyses`, `POST /api/analyses` (funnel host)';
const MATCHES = '`GET` and `HEAD` `/api/v1/analyses/{analysisId}/matches`';
const MANAGEMENT = 'management API (`/api/admin/v1`)';
const SESSIONS = 'management API (`/api/admin/v1`) and `/auth` with a session';
const EVERY = 'every route';
const AFTER = 'Yes, after `Retry-After`.';

/** The texts of every error code: the source of `docs/errors`, of the OpenAPI examples and of general messages. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  INVALID_JSON: {
    title: 'The body is not a JSON object.',
    routes: `${CREATES}, ${MANAGEMENT}`,
    message: 'The body must be a JSON object.',
    cause:
      'The body is empty, is not valid JSON or UTF-8, is an array, a string, a number or `null`, is nested more than 32 levels deep, or contains something that cannot be stored: a NUL character, a lone surrogate, a `__proto__` key.',
    remedy:
      'Send one JSON object in UTF-8, and build it with a JSON library instead of concatenating text. Check that no proxy truncates the body.',
  },
  INVALID_REQUEST: {
    title: 'Something in the request is missing or not allowed.',
    routes: `\`POST /api/v1/analyses\`, \`POST /api/v1/events\`, \`POST /api/analyses\` (funnel host), ${MANAGEMENT}`,
    message: 'funnelId must be the id of a funnel, as a string.',
    cause:
      'On the v1 create route: `funnelId` is missing or not a string, or `include_webhook_payload` is present in the query or the body. On both create routes: a field that only the service may set is present (`id`, `analysisId`, `companyId`, `colorType`, `colorAnalysis` or any other calculated result), or the `Idempotency-Key` is not 1 to 255 printable ASCII characters. On the events route: an event or a field of the batch is not as [events.md](../events.md) requires; the whole batch is refused. In the management API: a field is missing or has a wrong type, or `expiresAt` is not in the future.',
    remedy:
      'Read `message`, and `details` if present: each names the field (`path`) and says what must be changed. Remove forbidden fields. If you need `include_webhook_payload`, use the submission route of the funnel host.',
    note: 'Wrong or unexpected *answers* are not errors: the analysis is stored, and `payload_warnings` names them.',
    details: [{ path: '/funnelId', message: 'funnelId must be the id of a funnel, as a string.' }],
  },
  INVALID_SELFIE: {
    title: 'The selfie is not an acceptable picture.',
    routes: CREATES,
    message: 'The selfie must be valid base64.',
    cause:
      'The `selfie` is not a data URL of the form `data:image/(jpeg|png|gif|webp);base64,…`; its bytes are not of the declared type, are truncated or cannot be decoded; it is larger than 2 MiB after decoding, has more than 24 megapixels (all frames counted) or less than 64 pixels on a side. This is checked before any image model runs.',
    remedy:
      'Encode the picture as a JPEG of at most 2 MiB (a long side of 1,600 pixels is enough), declare the type that the bytes have, and send it again, or send the answers without a `selfie`.',
    note: 'A valid picture that cannot be analyzed (no face, several faces, blurred, too dark) is ignored without an error.',
  },
  VERSION_NOT_FOUND: {
    title: 'This funnel has no such version.',
    routes: `\`GET /api/v1/funnels/{funnelId}\`, ${CREATES}, \`…/funnels/{subdomain}/replay\`, \`…/funnels/{subdomain}/rollback\` and \`…/settings/rollback\` of the management API`,
    message: 'versionId is neither the current published version nor the current draft.',
    cause:
      'On the funnel route, `versionId` is neither the current published version nor the current draft. On create, `createdWithVersionId` (on a funnel host: `versionId`) never was a version of this funnel that could be submitted to. Editing a draft makes a new version id, so the id of an older draft is not accepted. A rollback or replay names a version that does not exist, was never published, or is no longer kept.',
    remedy:
      'Omit the parameter to use the current published version, or read the funnel again and use `version.id` of the response. For a rollback, use a version of the list (`…/funnels/{subdomain}/versions`, `…/settings/versions`).',
    note: 'A *superseded published* id is still accepted on create: the answers are migrated, and `payload_warnings` asks for an update.',
  },
  INVALID_QUERY: {
    title: 'The query string has a key or a value that the route does not accept.',
    routes: `${MATCHES}, \`GET /api/v1/funnels/{funnelId}\`, \`POST /api/analyses\` (funnel host)`,
    message: "resultPage is 'true' or 'false'.",
    cause:
      'On the match route: a key other than `variantId`, `productId`, `resultPage` and `locale`; more than 100 `variantId` and `productId` values as sent; an empty id; a `resultPage` other than `true` or `false`; a `resultPage` or `locale` given twice; a `locale` that is empty or not a BCP 47 tag. On the funnel route: a `locale` that cannot be parsed. On the funnel host: an `include_webhook_payload` other than `true` or `false`; this parameter or `versionId` given twice. The match route is strict, so that a misspelled key never widens a result.',
    remedy:
      'Send only the four keys, repeat only the two id keys, and send at most 100 ids per request. Omit optional keys instead of sending them empty.',
  },
  INVALID_BLUEPRINT: {
    title: 'The company file has errors; nothing was changed.',
    routes: '`PUT /api/admin/v1/companies/{handle}/blueprint`',
    message: 'The blueprint was not applied; details list what to change.',
    cause:
      'The company file does not match its description: an unknown key, a wrong type, a duplicated step id or option key, a key given twice (in JSON as in YAML), a condition that names a step which does not exist, a URL whose host cannot exist, a `handle` other than that of the path, and so on. The whole file is checked before anything is written, so `details` lists every problem.',
    remedy:
      'Go through `details`: `path` is a JSON pointer into the file, `message` says what must be changed. Applying is all or nothing and idempotent, so correct the file and apply it again. Something that may become right later, such as a tag that no product has yet, is not an error but one of the `warnings` of a successful apply. A file must have at most 32 MiB, 64 levels and 2,000,000 values; at most 100 problems are listed at a time.',
    details: [
      {
        path: '/funnels/0/published/steps/3/selections/1/key',
        message: "'Matte' and 'matte' differ only in letter case; give one of them another key.",
      },
    ],
  },
  UNAUTHORIZED: {
    title: 'The credentials are missing or not accepted.',
    routes: `\`GET /api/v1/funnels/{funnelId}\`, \`POST /api/v1/analyses\`, ${MANAGEMENT}`,
    message: 'The token must be a Company API Key.',
    cause:
      'There is no `Authorization: Bearer …` header, or the Company API Key is malformed, unknown, revoked or lacks the scope of the route (`funnel.read`, `analysis.create`, `order.write`). A key in a query string is not read. In the management API: the platform token is missing or wrong.',
    remedy:
      'Send `Authorization: Bearer <COMPANY_API_KEY>` from your server. Check that it is a Company API Key (`svc_live_…`), not the 25-character company key of the components and not a webhook secret. `svc keys list` shows the active keys by their last four characters; create a new one if yours was revoked.',
    note: 'A wrong scope is 401 as well; there is no 403. The match route needs no key. After 60 of these responses in a minute, or 20 in the management API, the source address gets 429 [RATE_LIMITED](RATE_LIMITED.md).',
  },
  API_KEY_EXPIRED: {
    title: 'The API key has expired.',
    routes: '`GET /api/v1/funnels/{funnelId}`, `POST /api/v1/analyses`',
    message: 'This Company API Key has expired.',
    cause: '`expiresAt` of the key is in the past.',
    remedy:
      'Create a new key (`svc keys create`), use it, and revoke the old one. To avoid an interruption, create the next key before the current one expires: up to 20 may be active simultaneously.',
  },
  REAUTHENTICATION_REQUIRED: {
    title: 'The action requires a sign-in of the last ten minutes.',
    routes: `${SESSIONS}`,
    message:
      'This action requires a fresh sign-in: confirm the password or a code with POST /auth/reauthenticate, then repeat the request.',
    cause:
      'The session is valid, but its password or code was verified more than ten minutes ago, and the action is one that a session left open must not be enough for: API keys, roles, invitations, second factors, erasure.',
    remedy:
      'Ask the user for the password or a code, send it to `POST /auth/reauthenticate`, and repeat the request. Requests with the platform token never get this code.',
    repeat: 'Yes, after the confirmation.',
  },
  FORBIDDEN: {
    title: 'Your role does not allow this action.',
    routes: `${SESSIONS}`,
    message: 'This action requires the role ADMIN.',
    cause:
      'The session is valid and its user is a member of the company, but the role does not include the action. With `details` of the path `/twoFactor`: a company of the user requires a second factor, and only setting it up is possible until then.',
    remedy:
      'Ask an administrator of the company to perform the action or to change your role. `GET /auth/me` lists your permissions. With `/twoFactor` in `details`: set up an authenticator app (`POST /auth/totp`).',
    note: 'For a company of which the user is not a member the response is 404 `NOT_FOUND`. The v1 routes never respond with 403.',
  },
  NOT_FOUND: {
    title: 'Nothing with this id or at this address exists, or you may not see it.',
    routes: EVERY,
    message: 'No funnel with this id.',
    cause:
      'The funnel, analysis, company or route does not exist, belongs to another company, or was erased. All of these have the same response on purpose, so that it never reveals which ids exist. A sub-domain without a funnel has it too.',
    remedy:
      'Compare the id with the response that contained it (ids are case-sensitive; the response to apply lists those of funnels), check that the API key belongs to the company that owns the funnel, and that the path starts with `/api/v1`. For an unknown analysis, start a new questionnaire and store the new id.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'The route exists, but not for this method.',
    routes: EVERY,
    message: 'The method must be one of GET, HEAD, OPTIONS; it is POST.',
    cause: 'For example `PUT /api/v1/analyses`, or a `POST` to the match route.',
    remedy: 'Use one of the methods that the `Allow` header of the response lists.',
    headers: '`Allow: GET, HEAD, OPTIONS`',
  },
  REQUEST_TIMEOUT: {
    title: 'The request did not arrive in time.',
    routes: EVERY,
    message: 'The request did not arrive in time.',
    cause: 'The client opened a connection but sent the headers or the body too slowly, or stopped before the end.',
    remedy:
      'Send the request again, if necessary over a better connection. Selfies make bodies large: reduce the picture before sending it. With an `Idempotency-Key` a repeated create never stores a second analysis.',
    repeat: 'Yes, with the same `Idempotency-Key`.',
  },
  FUNNEL_NOT_PUBLISHED: {
    title: 'The funnel has no version yet.',
    routes: `\`GET /api/v1/funnels/{funnelId}\`, ${CREATES}, \`POST /api/admin/v1/companies/{handle}/funnels/{subdomain}/publish\`, \`POST …/check\``,
    message: 'This funnel has neither a published version nor a draft.',
    cause:
      'The funnel has neither a published version nor a draft, so there is no questionnaire to read or to answer. On the publish route: there is no draft to publish. On the check route: there is no version of the requested kind.',
    remedy:
      'Apply a company file with `published` for this funnel, or publish its draft (`svc publish`). For tests, a draft is enough.',
  },
  FUNNEL_PAUSED: {
    title: 'The merchant has paused this questionnaire.',
    routes: '`POST /api/analyses` (funnel host)',
    message: 'This funnel is paused.',
    cause:
      'The funnel is paused. Its own host shows a notice and accepts no submissions; the keyed v1 routes still work.',
    remedy:
      'Apply `paused: false` to resume the funnel. A shop should hide the entry points of a paused questionnaire.',
  },
  IDEMPOTENCY_CONFLICT: {
    title: 'The same Idempotency-Key was used for another request.',
    routes: CREATES,
    message: 'This Idempotency-Key was used with another body. Send a new key, or the same body again.',
    cause:
      'Within the last 24 hours this key was used with a different body. The comparison ignores the order of keys and compares the selfie by its hash. On a funnel host the funnel, `versionId` and `include_webhook_payload` are compared as well.',
    remedy:
      'Use a new key (a UUID) for each new submission, and the same key only for repetitions of exactly the same body. Common mistakes: a constant key in the code, or a `startedAt` that changes with every attempt.',
  },
  REQUEST_IN_PROGRESS: {
    title: 'The first request with this Idempotency-Key is still running.',
    routes: CREATES,
    message: 'A request with this Idempotency-Key is still running. Send it again later.',
    cause:
      'Two requests with the same key overlapped: a double click, or a repetition after a client time-out that was too short.',
    remedy:
      'Wait for the number of seconds in `Retry-After`, then send the same request again; you receive the stored response of the first. Do not change the key.',
    repeat: 'Yes, after `Retry-After`, with the same key and body.',
    headers: '`Retry-After: 2`',
  },
  API_KEY_LIMIT: {
    title: 'The company already has 20 active API keys.',
    routes: '`POST /api/admin/v1/companies/{handle}/api-keys`',
    message: 'This company has 20 active keys; revoke one first.',
    cause: 'At most 20 keys may be active; keys that are neither revoked nor expired count.',
    remedy:
      'Revoke keys that are no longer used (`lastUsedAt` helps to find them) and create the key again. One key per integration and environment is enough.',
  },
  QUOTA_EXCEEDED: {
    title: 'The company has as much of this as it may have.',
    routes: '`POST /api/admin/v1/companies/{handle}/media`',
    message: 'The company has 1000 pictures; delete one that is not used before you upload another.',
    cause: 'A company may have 1,000 pictures with 200 MiB together.',
    remedy: 'Delete pictures that no funnel uses (`GET …/media` names the uses of each) and upload the picture again.',
  },
  CONFLICT: {
    title: 'The change conflicts with the current state.',
    routes: MANAGEMENT,
    message: 'The draft has 1 dead end: answers after which nothing is shown. Nothing was published.',
    cause:
      'A value that must be unique is in use (a sub-domain is unique over all companies), or the object was changed by another request in the meantime. On publish: the draft has dead ends, answers after which nothing is shown although the published version shows something; `message` counts them, `details` names the first ten, `path` being the step of the draft that completes the answers. On redeliver: the endpoint is disabled, or the company no longer has one.',
    remedy:
      'Read the current state, then use another value or repeat the change. For dead ends, change the draft, the rules or the tags (`svc check` lists all of them with examples), or publish nevertheless with `{ "force": true }` (`svc publish --force`). For a redelivery, enable the endpoint (`svc webhooks enable webhook`) or apply one.',
    details: [{ path: '/draft/steps/1', message: 'Nothing matches with skin_concern = redness and scent = none.' }],
  },
  PRECONDITION_FAILED: {
    title: 'The settings have changed since they were read.',
    routes: MANAGEMENT,
    message: 'The settings have changed since they were read. Nothing was changed.',
    cause: '`If-Match` has the `ETag` of an earlier state: another user or a pipeline has changed it meanwhile.',
    remedy: 'Read the settings again, decide again, and send the change with the new `ETag`.',
  },
  REQUEST_TOO_LARGE: {
    title: 'The body is larger than the route accepts.',
    routes: `${CREATES}, ${MANAGEMENT}`,
    message: 'The body must have at most 4194304 bytes.',
    cause:
      'The body has more than 4 MiB on the create routes. The bytes are counted while they are read, whatever `Content-Length` says, and include the base64 text of a selfie, which is a third larger than the picture.',
    remedy:
      'Reduce the selfie to at most 2 MiB and send only the documented fields. Product data is not sent to these routes: use the catalog import.',
    note: 'The connection may be closed after this response, since the rest of the body is not read.',
  },
  URI_TOO_LONG: {
    title: 'The query string is too long.',
    routes: MATCHES,
    message: 'The query string must have at most 8192 bytes; it has 8193.',
    cause:
      'The query string has more than 8 KiB after the `?`, as sent: many ids, or long ids that percent-encoding makes even longer.',
    remedy:
      'Send several requests with fewer `variantId` or `productId` values each; the ids of the page that is shown are enough. A `productId` stands for all its variants.',
    note: 'The HTTP server itself refuses a URL far beyond the limit, see [REQUEST_HEADERS_TOO_LARGE](REQUEST_HEADERS_TOO_LARGE.md).',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'The route does not accept this type of body.',
    routes: `${CREATES}, ${MANAGEMENT}`,
    message: 'Content-Type must be application/json.',
    cause:
      'The `Content-Type` is missing or not JSON (a form, plain text, multipart), the charset is not UTF-8, or the body has a `Content-Encoding`. The blueprint route accepts JSON and YAML, the catalog import `text/csv`, the event route JSON as `text/plain` too.',
    remedy:
      "Send `Content-Type: application/json`. With curl, `-d` alone sends a form: add `-H 'Content-Type: application/json'`. Pictures are sent as a data URL inside the JSON.",
  },
  MATCHING_SCOPE_TOO_LARGE: {
    title: 'More than 2,000 variants are eligible.',
    routes: MATCHES,
    message: '2417 variants are eligible; 2000 are allowed. Send productId or variantId.',
    cause:
      "After the funnel's assortment, the filters and the result page, more than 2,000 available variants remain. The limit is checked before anything is scored; a result is never truncated silently.",
    remedy:
      "Send the `productId` or `variantId` values of the page or collection that is shown, use `resultPage=true`, or narrow the funnel's `assortment` in the company file. One product can have more than 2,000 variants, too (Shopify allows 2,048): then send `variantId` values.",
  },
  MATCHING_RESPONSE_TOO_LARGE: {
    title: 'The response would be larger than 1 MiB.',
    routes: MATCHES,
    message: 'The result is larger than 1 MiB; send fewer ids.',
    cause:
      'Very long variant ids, or tabs that list the same variants many times, make the serialized body larger than 1 MiB. A result is never truncated silently.',
    remedy: 'Request fewer products, or let the tabs of the result page select fewer.',
  },
  PRECONDITION_REQUIRED: {
    title: 'The request must say which state it changes.',
    routes: MANAGEMENT,
    message: 'If-Match must be the ETag of the state that is changed.',
    cause:
      'The route compares `If-Match` with the current state, so that two users do not overwrite each other, and the request has no such header.',
    remedy: 'Read the state with GET and send its `ETag` as `If-Match`.',
  },
  RATE_LIMITED: {
    title: 'Too many requests in a short time.',
    routes: EVERY,
    message: 'Too many requests with this API key. The next request must wait for the seconds that Retry-After says.',
    cause:
      'A budget is used up; `message` and `RateLimit-Policy` name it. Per API key: `key`, 100 requests in 10 s. Per source address: `source`, 100 requests in 10 s to routes without a key; `keyed`, 1,000 requests in 10 s to routes with a key, whatever the keys are; and of failures in a minute `misses`, 60 unknown or malformed analysis ids, `unauthorized`, 60 responses with 401 on routes with a key, and `platform`, 20 wrong platform tokens. After too many failures the address is refused on routes of that kind until the window ends, with right ids and tokens too; keys that were accepted in the last 10 minutes are still served. On `POST /api/v1/events` also: the analysis has its 2,000 events; then `Retry-After` is a day, and nothing of the batch was stored.',
    remedy:
      'Wait for `Retry-After` seconds, and distribute requests according to the `RateLimit` headers. If the policy is `unauthorized`, stop sending the key: it is not valid. If callers behind a proxy of your own share a budget, the operator must set `TRUST_PROXY`. Let browsers and your CDN use the cache headers of matches instead of requesting them for every page view.',
    repeat: AFTER,
    retryAfter: 'until the budget is renewed',
    headers: '`Retry-After: 7`, `RateLimit: "key";r=0;t=7`, `RateLimit-Policy: "key";q=100;w=10`',
  },
  REQUEST_HEADERS_TOO_LARGE: {
    title: 'The request line and headers are larger than 64 KiB, or there are more than 100 header fields.',
    routes: EVERY,
    message: 'The request has 101 header fields; it must have at most 100.',
    cause:
      '`message` says which limit was exceeded. Usually a URL has thousands of ids, or a browser sends very large cookies; too many fields usually come from a proxy that adds one for every hop. The HTTP server refuses the request before any route runs.',
    remedy:
      'Send fewer ids per request (the match route accepts 8 KiB of query, see [URI_TOO_LONG](URI_TOO_LONG.md)), and do not send cookies: no v1 route reads them.',
  },
  INTERNAL: {
    title: 'The service has a fault.',
    routes: EVERY,
    message: 'Something went wrong on our side. Please quote the request id.',
    cause:
      'An unexpected failure in the service. It is logged in full under the `requestId`; the response never contains a stack trace or an SQL statement.',
    remedy: 'Try once more. If the error persists, report the `requestId` and the time.',
    repeat: 'Once, after a pause. A create should have an `Idempotency-Key`.',
  },
  MATCHER_FAILURE: {
    title: 'Matching failed; this says nothing about the products.',
    routes: MATCHES,
    message: 'Matching failed. Please try again.',
    cause:
      'The matcher is down, late, overloaded or returned something unusable. This is never 200 with an empty list, because *nothing suitable* and *no response* must be distinguishable.',
    remedy:
      'Show the page without recommendations and try again after `Retry-After`. Do not cache the failure and do not treat it as an empty result.',
    repeat: AFTER,
    headers: '`Retry-After: 1`',
  },
  UNAVAILABLE: {
    title: 'A part of the service does not respond at the moment.',
    routes: 'every route except matches',
    message: 'A part of the service cannot be reached. Please try again.',
    cause:
      'A service or the database is restarting or unreachable, the disk of the database is full, or more requests are in progress than can be answered in time: then the gateway refuses requests immediately, management before all others. After applying a company file it can also mean that one service has not accepted its part yet; on publish, that the draft cannot be checked now (`force` publishes it without a check); on a check, that two are running already.',
    remedy:
      'Try again after `Retry-After`, with growing pauses. Creates with an `Idempotency-Key` and applies may be repeated safely; a repeated apply completes an interrupted one.',
    repeat: AFTER,
    headers: '`Retry-After: 1`',
  },
  TIMEOUT: {
    title: 'The service did not finish in time.',
    routes: 'every route except matches',
    message: 'The answer took too long. Please try again.',
    cause:
      'A service behind the gateway took longer than the request may take. The work may or may not have been done.',
    remedy:
      'Try again with growing pauses. Always send an `Idempotency-Key` with a create: if the first request succeeded, the repetition receives its stored response.',
    repeat: 'Yes, with the same `Idempotency-Key`.',
  },
};
