import { buildOutcomes, explanationLanguages, type LearningReport as ReportMessage, toCitedAnswer } from '@svc/proto';
import type { LearningReport } from '../learning/learning-report.js';

export const toLearningReportMessage = (report: LearningReport): ReportMessage => ({
  language: explanationLanguages.fromName(report.language),
  enabled: report.enabled,
  model: report.model ?? undefined,
  lastBuild: report.lastBuild
    ? {
        outcome: buildOutcomes.fromName(report.lastBuild.outcome),
        reason: report.lastBuild.reason ?? undefined,
        endTime: new Date(report.lastBuild.endedAt),
        sessions: report.lastBuild.sessions,
        impressions: report.lastBuild.impressions,
      }
    : undefined,
  options: report.options.map((option) => ({ ...option, answers: option.answers.map(toCitedAnswer) })),
  lifts: report.lifts.map((lift) => ({ ...lift, answers: lift.answers.map(toCitedAnswer) })),
  popular: report.popular,
});
