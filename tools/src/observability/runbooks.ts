import type { Alert } from './alert.js';
import { ALERTS } from './alerts.js';

/** The runbook of an alert, in five parts. */
export function createRunbook({ name, severity, expr, for: duration, runbook }: Alert): string {
  const { shoppers, confirm, firstMeasures, rootCause, followUp } = runbook;
  const how = severity === 'page' ? 'It pages.' : 'It opens a ticket.';
  return `# ${name}

${how} It fires when this holds${duration === undefined ? '' : ` for ${duration}`}:

\`\`\`promql
${expr}
\`\`\`

## What shoppers notice

${shoppers}

## How to confirm the cause

${confirm}

## First measures

${firstMeasures}

## Root cause

${rootCause}

## Follow-up

${followUp}
`;
}

/** The list of runbooks. */
export function createRunbookList(): string {
  const rows = ALERTS.map(
    ({ name, severity, runbook }) =>
      `| [${name}](${name}.md) | ${severity} | ${runbook.shoppers.split(/(?<=\.) /)[0]} |`,
  );
  return `# Runbooks

One page for each alert of [deploy/observability/alerts.yaml](../../deploy/observability/alerts.yaml). \`npm run observability\` writes them; their texts are in \`tools/src/observability\`.

| alert | severity | what shoppers notice |
|---|---|---|
${rows.join('\n')}
`;
}
