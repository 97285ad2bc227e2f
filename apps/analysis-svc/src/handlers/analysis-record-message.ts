import {
  answerFields,
  type ColorAnalysis,
  type ColorParts,
  colorTaxonomies,
  noColorTypeReasons,
  type AnalysisRecord as RecordMessage,
  type SelfieRecord,
  selfieReasons,
  selfieStatuses,
  toAnswers,
} from '@svc/proto';
import type { AnalysisRecord, RecordedFeature } from '../usecases/analysis-record.js';

export function toRecordMessage(record: AnalysisRecord): RecordMessage {
  const { funnel, funnelVersion, tracking, contact } = record;
  return {
    id: record.id,
    funnelId: funnel.id,
    subdomain: funnel.subdomain ?? undefined,
    versionId: funnelVersion.id,
    versionNumber: funnelVersion.number ?? undefined,
    isPreview: record.isPreview,
    createTime: record.createdAt,
    answers: toAnswers({ ...record.answers, filledFromSelfie: record.filledFromSelfie }),
    color: record.color ? toColor(record.color) : undefined,
    selfie: toSelfie(record.selfie),
    startTime: tracking.startedAt ?? undefined,
    source: tracking.source ?? undefined,
    queryString: tracking.queryString ?? undefined,
    hasFirstName: contact.firstName,
    hasLastName: contact.lastName,
    hasEmail: contact.email,
  };
}

const toColor = (color: NonNullable<AnalysisRecord['color']>): ColorAnalysis => ({
  ...color,
  taxonomy: colorTaxonomies.fromName(color.taxonomy),
  type: color.type ?? undefined,
  reason: noColorTypeReasons.fromNullable(color.reason),
  parts: toParts(color.parts),
  closeness: color.closeness ?? undefined,
  contributions: color.contributions ? toParts(color.contributions) : undefined,
});

const toParts = ({ temperature, value, clarity }: NonNullable<AnalysisRecord['color']>['parts']): ColorParts => ({
  temperature: { ...temperature },
  value: { ...value },
  clarity: { ...clarity },
});

const toSelfie = (selfie: AnalysisRecord['selfie']): SelfieRecord => ({
  sent: selfie.sent,
  source: selfie.source ?? undefined,
  consent: selfie.consent ?? undefined,
  consentVersion: selfie.consentVersion ?? undefined,
  status: selfieStatuses.fromNullable(selfie.status),
  reason: selfieReasons.fromNullable(selfie.reason),
  explanation: selfie.explanation ?? undefined,
  features: answerFields.all.flatMap((field) => {
    const features: Partial<Record<string, RecordedFeature>> = selfie.features;
    const feature = features[field];
    return feature ? [{ ...feature, field: answerFields.fromName(field), lab: [...(feature.lab ?? [])] }] : [];
  }),
  modelVersion: selfie.modelVersion ?? undefined,
});
