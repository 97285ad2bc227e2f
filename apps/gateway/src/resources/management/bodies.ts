import type { z } from 'zod';
import type { analysisRecord } from './analyses/analysis-record-schema.js';
import type { matchExplanation } from './analyses/explanation-schema.js';
import type { auditEntry, auditVerification } from './audit-log/audit-schema.js';
import type { checkProgress, funnelCheck } from './check/check-funnel-schema.js';
import type { replayReport } from './releases/replay-schema.js';
import type { transcript, transcriptSummary, unansweredQuestions } from './transcripts/transcript-schema.js';
import type {
  delivery,
  deliveryAttempt,
  deliveryEndpoint,
  deliverySummary,
  redelivery,
  webhookTest,
} from './webhooks/delivery-schema.js';

export type { ExperimentBody, ExperimentResultsBody } from './experiments/experiment-schema.js';

/** Response bodies of the management API, for the handlers that write them and for the command line. */
export type AuditEntry = z.output<typeof auditEntry>;
export type AuditVerification = z.output<typeof auditVerification>;
export type AnalysisRecord = z.output<typeof analysisRecord>;
export type DeliverySummary = z.output<typeof deliverySummary>;
export type DeliveryRecord = z.output<typeof delivery>;
export type DeliveryAttempt = z.output<typeof deliveryAttempt>;
export type DeliveryEndpoint = z.output<typeof deliveryEndpoint>;
export type Redelivery = z.output<typeof redelivery>;
export type WebhookTest = z.output<typeof webhookTest>;
export type CheckProgress = z.output<typeof checkProgress>;
export type FunnelCheck = z.output<typeof funnelCheck>;
export type MatchExplanation = z.output<typeof matchExplanation>;
export type ReplayReport = z.output<typeof replayReport>;
export type ChatTranscriptSummaryBody = z.output<typeof transcriptSummary>;
export type ChatTranscriptBody = z.output<typeof transcript>;
export type ChatUnansweredBody = z.output<typeof unansweredQuestions>;
