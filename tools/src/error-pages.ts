import { ERROR_TEXTS, ERRORS, type ErrorCode, type ErrorRow } from '@svc/kit';

const CODES = (Object.keys(ERRORS) as ErrorCode[]).sort((a, b) => ERRORS[a].http - ERRORS[b].http);
const REQUEST_ID = '5f0c2a9e7b41';

/** The pages of `docs/errors`, by file name: one per error code, and the overview. */
export function errorPages(): Map<string, string> {
  return new Map([['README.md', overview()], ...CODES.map((code): [string, string] => [`${code}.md`, page(code)])]);
}

function page(code: ErrorCode): string {
  const { title, routes, message, cause, remedy, repeat, headers, note, details } = ERROR_TEXTS[code];
  const body = { error: code, message, ...(details && { details }), requestId: REQUEST_ID };
  const parts = [
    `# ${code}`,
    `**HTTP ${ERRORS[code].http}** · ${title}`,
    `Routes: ${routes}.`,
    `**Cause.** ${cause}`,
    `**Remedy.** ${remedy}`,
    `**Repeat the request?** ${repeat ?? 'No: the same request gets the same response.'}`,
    note,
    headers && `Headers of the response: ${headers}.`,
    `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

const overview = (): string => `# Error codes

Every error, on every route and host, has this body, \`Content-Type: application/json; charset=utf-8\` and \`Cache-Control: no-store\`:

\`\`\`json
{ "error": "NOT_FOUND", "message": "No funnel with this id.", "requestId": "${REQUEST_ID}" }
\`\`\`

- \`error\` is one of the codes below. Programs must decide by it, never by \`message\`.
- \`message\` is an English sentence for people. It says what must be changed where possible, and its wording may change at any time.
- \`requestId\` equals the \`X-Request-Id\` header: quote it when you ask for help.
- \`details\` is present for validation errors: \`{ "path", "message" }\`, where \`path\` is a JSON pointer.

Problems that do not fail a request are not errors: the response to a create is 200 with \`payload_warnings\`.

These pages are generated from \`libs/kit/src/errors\` by \`npm run errors\`.

| HTTP | Code | Meaning | Retry-After |
|---|---|---|---|
${CODES.map(overviewRow).join('\n')}
`;

function overviewRow(code: ErrorCode): string {
  const { http, retryAfterS }: ErrorRow = ERRORS[code];
  const { title, retryAfter = retryAfterS === undefined ? '' : `${retryAfterS} s` } = ERROR_TEXTS[code];
  return `| ${http} | [${code}](${code}.md) | ${title} | ${retryAfter} |`;
}
