import type { AnalysisRecord } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';

/** `svc analysis ID`: everything that is kept of one analysis but contact data. */
export const analysis = defineCommand({
  meta: { name: 'analysis', description: 'Show what is stored of an analysis: answers, color type, selfie, consent.' },
  args: {
    ...COMPANY_ARGUMENT,
    analysis: { type: 'positional', required: true, description: 'Id of the analysis.' },
    json: { type: 'boolean', description: 'The whole record as JSON.' },
  },
  async run({ args }) {
    const path = `${companyPath(args.company)}/analyses/${encodeURIComponent(args.analysis)}`;
    const record = (await connect().request('GET', path)) as AnalysisRecord;
    console.log(args.json ? JSON.stringify(record, null, 2) : formatRecord(record));
  },
});

function formatRecord(record: AnalysisRecord): string {
  const { funnel, funnelVersion, isPreview, createdAt } = record;
  const version = funnelVersion.number === null ? 'a version that no longer exists' : `version ${funnelVersion.number}`;
  return [
    `${record.id}, ${createdAt}: funnel ${funnel.subdomain ?? funnel.id}, ${version}${isPreview ? ', preview' : ''}`,
    ...answerLines(record),
    ...colorLines(record.color),
    selfieLine(record.selfie),
    ...contactLine(record.contact),
  ].join('\n');
}

function answerLines({ answers: { selectionValues, ...fields }, filledFromSelfie }: AnalysisRecord): string[] {
  const scalars = Object.entries(fields).map(([field, value]) => {
    const filled = filledFromSelfie.some((name) => name === field);
    return `  ${field}: ${String(value)}${filled ? ' (from the selfie)' : ''}`;
  });
  return [...scalars, ...selectionValues.map(({ stepId, selectedKey }) => `  step ${stepId}: ${selectedKey}`)];
}

function colorLines(color: AnalysisRecord['color']): string[] {
  if (!color) return ['No color type was computed.'];
  const numbers = `${color.taxonomy}, ${color.mappingVersion}`;
  if (color.type === null) return [`No color type: ${color.reason} (${numbers}).`];
  const best = Object.entries(color.scores).sort(([, a], [, b]) => b - a);
  return [
    `Color type ${color.type}, confidence ${color.confidence.toFixed(2)} (${numbers}).`,
    `  Scores: ${best
      .slice(0, 3)
      .map(([type, score]) => `${type} ${score.toFixed(2)}`)
      .join(', ')}`,
    ...Object.entries(color.contributions ?? {}).map(([axis, parts]) => `  ${axis}: ${signed(parts)}`),
  ];
}

const signed = (parts: Record<string, number>): string =>
  Object.entries(parts)
    .map(([part, value]) => `${part} ${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`)
    .join(', ');

function selfieLine(selfie: AnalysisRecord['selfie']): string {
  if (!selfie.sent) return 'No selfie was sent.';
  const consent = selfie.consent === null ? 'none recorded' : selfie.consent ? 'given' : 'refused';
  const text = selfie.consentVersion === null ? '' : ` to text ${selfie.consentVersion}`;
  const measured = Object.entries(selfie.features).map(
    ([field, feature]) => `${field} ${feature.value} ${feature.confidence.toFixed(2)}`,
  );
  const outcome =
    selfie.status === 'USED'
      ? `Selfie used: ${measured.join(', ') || 'nothing measured'}.`
      : `Selfie ignored: ${selfie.reason ?? 'not analyzed'}. ${selfie.explanation ?? ''}`.trimEnd();
  return `${outcome} Consent ${consent}${text}.`;
}

function contactLine({ firstName, lastName, email }: AnalysisRecord['contact']): string[] {
  const kept = Object.entries({ firstName, lastName, email }).flatMap(([field, isThere]) => (isThere ? field : []));
  return kept.length > 0 ? [`Contact data are kept, and shown nowhere: ${kept.join(', ')}.`] : [];
}
