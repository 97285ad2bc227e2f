import type { Alert } from './alert.js';
import { ALERTS } from './alerts.js';

/** The runbook of an alert, in five parts. */
export function createRunbook({ name, severity, isDaytime, expr, for: duration, runbook }: Alert): string {
  const { shoppers, confirm, firstMeasures, rootCause, followUp } = runbook;
  const how = severity === 'ticket' ? 'It opens a ticket.' : isDaytime ? 'It pages during the day.' : 'It pages.';
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

[Procedures](procedures/README.md) are what an operator does without an alert: a restore, a rotation of secrets, a rollback. This is one page for each alert of [deploy/observability/alerts.yaml](../../deploy/observability/alerts.yaml). \`npm run observability\` writes them; their texts are in \`tools/src/observability\`.

| alert | severity | what shoppers notice |
|---|---|---|
${rows.join('\n')}
`;
}
