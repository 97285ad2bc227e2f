import { SELFIE_FIELDS } from '@svc/domain';
import {
  answerFields,
  type ColorAnalysis,
  type ColorParts,
  colorTaxonomies,
  fromAnswers,
  type MeasuredFeature,
  noColorTypeReasons,
  type AnalysisRecord as RecordMessage,
  type SelfieRecord,
  selfieReasons,
  selfieStatuses,
} from '@svc/proto';
import { requiredTime, toIsoTime } from '../../../messages/iso-time.js';
import { requirePart } from '../../../messages/require-part.js';
import type { AnalysisRecord } from '../bodies.js';

const CONTACT_NOTE =
  'Contact data never leaves analysis-svc. This lists only which fields are stored; an erasure deletes them.';

/** An analysis as docs/management.md shows it. */
export function presentAnalysis(record: RecordMessage): AnalysisRecord {
  const { filledFromSelfie = [], ...answers } = fromAnswers(requirePart(record.answers));
  return {
    id: record.id,
    funnel: { id: record.funnelId, subdomain: record.subdomain ?? null },
    funnelVersion: { id: record.versionId, number: record.versionNumber ?? null },
    isPreview: record.isPreview,
    createdAt: requiredTime(record.createTime),
    answers,
    filledFromSelfie: filledFromSelfie.filter(isSelfieField),
    color: record.color ? presentColor(record.color) : null,
    selfie: presentSelfie(requirePart(record.selfie)),
    tracking: {
      startedAt: toIsoTime(record.startTime),
      source: record.source ?? null,
      queryString: record.queryString ?? null,
    },
    contact: {
      firstName: record.hasFirstName,
      lastName: record.hasLastName,
      email: record.hasEmail,
      note: CONTACT_NOTE,
    },
  };
}

const NO_PARTS: ColorParts = { temperature: {}, value: {}, clarity: {} };

const presentColor = (color: ColorAnalysis): AnalysisRecord['color'] => ({
  taxonomy: colorTaxonomies.toName(color.taxonomy),
  type: color.type ?? null,
  reason: noColorTypeReasons.toNullable(color.reason),
  scores: color.scores,
  otherScores: color.otherScores,
  confidence: color.confidence,
  axes: { ...color.axes },
  parts: { ...(color.parts ?? NO_PARTS) },
  closeness: color.closeness ?? null,
  contributions: color.contributions ? { ...color.contributions } : null,
  mappingVersion: color.mappingVersion,
});

function presentSelfie(selfie: SelfieRecord): AnalysisRecord['selfie'] {
  return {
    sent: selfie.sent,
    source: selfie.source ?? null,
    consent: selfie.consent ?? null,
    consentVersion: selfie.consentVersion ?? null,
    analyzed: selfie.modelVersion !== undefined,
    status: selfieStatuses.toNullable(selfie.status),
    reason: selfieReasons.toNullable(selfie.reason),
    explanation: selfie.explanation ?? null,
    features: Object.fromEntries(selfie.features.map(presentFeature)),
    modelVersion: selfie.modelVersion ?? null,
  };
}

const presentFeature = ({ field, value, confidence, lab, filled }: MeasuredFeature) => [
  answerFields.toName(field),
  { value, confidence, ...(lab.length === 0 ? {} : { lab }), filled },
];

const isSelfieField = (field: string): field is (typeof SELFIE_FIELDS)[number] =>
  SELFIE_FIELDS.some((known) => known === field);
